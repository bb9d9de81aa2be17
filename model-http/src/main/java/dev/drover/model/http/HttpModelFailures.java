package dev.drover.model.http;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.model.http.protocol.ProviderError;
import dev.drover.model.http.protocol.ProviderErrorException;
import dev.drover.model.http.transport.TransportException;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The failures of one call, for the run and for people. The provider's message is quoted, in short
/// and without the key, which some providers repeat.
final class HttpModelFailures {
  private static final int QUOTED = 400;

  /// Parts of a shorter key cannot be distinguished from ordinary words.
  private static final int SHORTEST_KEY = 12;

  private static final int PART = 4;
  private static final String HIDDEN = "[key]";

  private final String model;
  private final ProviderEndpoint endpoint;
  private final String secret;

  HttpModelFailures(String model, ProviderEndpoint endpoint, String secret) {
    this.model = model;
    this.endpoint = endpoint;
    this.secret = secret;
  }

  ModelException refused(int status, ProviderError trouble) {
    return failed(trouble, "answered with status " + status, null);
  }

  ModelException interrupted(ProviderErrorException troubled) {
    return failed(troubled.error(), "broke off its reply", troubled);
  }

  ModelException broken(TransportException broken) {
    return switch (broken.kind()) {
      case UNREACHABLE ->
          failed(
              new ProviderError(ModelException.Kind.UNAVAILABLE, words(broken)),
              "did not answer",
              broken);
      case CUT, IDLE ->
          failed(
              new ProviderError(ModelException.Kind.BROKEN, words(broken)),
              "broke off its reply",
              broken);
      case TOO_LARGE ->
          failed(
              new ProviderError(ModelException.Kind.UNREADABLE, words(broken)),
              "said too much",
              broken);
    };
  }

  ModelException withoutKey() {
    return failed(
        new ProviderError(ModelException.Kind.UNAUTHORIZED, ""),
        "has no key, or one that is not text",
        null);
  }

  private static String words(TransportException broken) {
    return broken.kind() != TransportException.How.UNREACHABLE
            && broken.getCause() instanceof IOException closed
        ? "%s: %s".formatted(broken.getMessage(), IoErrors.describe(closed))
        : String.valueOf(broken.getMessage());
  }

  private ModelException failed(ProviderError trouble, String what, @Nullable Throwable cause) {
    var kind = trouble.kind();
    var said =
        quoted(
            kind == ModelException.Kind.UNAUTHORIZED
                ? keyless(trouble.message())
                : trouble.message());
    var detail = "%s %s%s".formatted(model, what, said.isEmpty() ? "" : ": " + said);
    var problem = new Problem(kind.code(), kind.title(), detail, remedy(kind, cause));
    return new ModelException(new Failure(problem, trouble.kind().retry(trouble.after())), cause);
  }

  private String remedy(ModelException.Kind kind, @Nullable Throwable cause) {
    if (kind == ModelException.Kind.UNAUTHORIZED && !endpoint.keyPlace().isEmpty()) {
      return "Check %s: it must hold a valid key that may use this model."
          .formatted(endpoint.keyPlace());
    }
    boolean isUnreachable =
        cause instanceof TransportException broken
            && broken.kind() == TransportException.How.UNREACHABLE;
    return isUnreachable && endpoint.isOnThisMachine()
        ? "Start the server at %s, or choose another model.".formatted(endpoint.baseUrl())
        : kind.remedy();
  }

  /// Some providers show the beginning or the end of a rejected key.
  private String keyless(String said) {
    if (secret.isEmpty()) {
      return said;
    }
    if (secret.length() < SHORTEST_KEY) {
      return "";
    }
    var first = secret.substring(0, PART);
    var last = secret.substring(secret.length() - PART);
    var words = said.replace(secret, HIDDEN).split(" ", -1);
    for (int i = 0; i < words.length; i++) {
      if (words[i].contains(first) || words[i].contains(last) || words[i].contains("***")) {
        words[i] = HIDDEN;
      }
    }
    return String.join(" ", words);
  }

  private String quoted(String said) {
    var line = said.replaceAll("\\s+", " ").strip();
    var safe = secret.isEmpty() ? line : line.replace(secret, HIDDEN);
    return safe.codePointCount(0, safe.length()) <= QUOTED
        ? safe
        : safe.substring(0, safe.offsetByCodePoints(0, QUOTED)) + "…";
  }
}
