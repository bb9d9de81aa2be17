package dev.drover.model.http.protocol;

import java.time.Duration;

/// Why there is no reply, in terms that all providers share.
///
/// @param message the provider's message for people; may be empty
/// @param after the requested delay; zero if there is none
public record ProviderError(Kind kind, String message, Duration after) {
  public ProviderError(Kind kind, String said) {
    this(kind, said, Duration.ZERO);
  }

  /// Determined by a status, or by a code that a provider documents.
  public enum Kind {
    UNAVAILABLE("model_unavailable", "The model did not answer", "Try again later."),
    THROTTLED(
        "model_throttled",
        "Too much was asked of the model",
        "Wait, or raise the account's quota."),
    /// The reply ended too early, or is malformed.
    BROKEN("model_stream_broken", "The reply broke off", "Ask again."),
    /// The account has no credit. Waiting does not help.
    UNPAID(
        "billing_exhausted",
        "The account's money is used up",
        "Pay, or raise the limit on what may be spent, where the provider keeps the account."),
    UNAUTHORIZED(
        "model_unauthorized",
        "The provider does not accept the key",
        "Give a valid key that may use this model."),
    NOT_FOUND(
        "model_not_found", "There is no such model", "Check the model's name and the base URL."),
    /// The request exceeds the model's window.
    OVERFLOW(
        "context_overflow",
        "The conversation is too long for the model",
        "Compact the conversation, or take a model with a larger window."),
    /// The request is invalid.
    REFUSED(
        "model_refused_request",
        "The provider does not accept the request",
        "Look at what it says; an option or an attachment may not fit this model."),
    /// The server is not the expected one.
    UNREADABLE(
        "model_unreadable",
        "What answers does not speak the provider's protocol",
        "Check the base URL, and what stands between it and here.");

    private final String code;
    private final String title;
    private final String remedy;

    Kind(String code, String title, String remedy) {
      this.code = code;
      this.title = title;
      this.remedy = remedy;
    }

    public String code() {
      return code;
    }

    public String title() {
      return title;
    }

    public String remedy() {
      return remedy;
    }

    /// The meaning of a status if the provider gives no code.
    public static Kind of(int status) {
      return switch (status) {
        case 401, 403 -> UNAUTHORIZED;
        case 402 -> UNPAID;
        case 404 -> NOT_FOUND;
        case 408, 409 -> UNAVAILABLE;
        case 413 -> OVERFLOW;
        case 429 -> THROTTLED;
        default -> status >= 500 ? UNAVAILABLE : REFUSED;
      };
    }
  }
}
