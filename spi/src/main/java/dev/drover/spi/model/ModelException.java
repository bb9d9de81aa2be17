package dev.drover.spi.model;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Failure.Retry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// There is no reply. The failure says whether a retry makes sense.
public final class ModelException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  public ModelException(Failure failure, @Nullable Throwable cause) {
    super(failure.problem().toString(), cause);
    this.failure = failure;
  }

  public Failure failure() {
    return failure;
  }

  /// The kinds of failure that all providers share, each with the stable code of its problem. An
  /// adapter determines the kind by a status, or by a code that its provider documents.
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

    /// Whether and when the same request may be tried again.
    ///
    /// @param after the delay that the provider requests; zero if it requests none
    public Retry retry(Duration after) {
      return switch (this) {
        case UNAVAILABLE, BROKEN -> new Retry.Later(after);
        case THROTTLED -> new Retry.Throttled(after);
        case UNPAID, UNAUTHORIZED, NOT_FOUND, OVERFLOW, REFUSED, UNREADABLE -> Retry.NEVER;
      };
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
