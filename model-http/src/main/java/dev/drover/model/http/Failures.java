package dev.drover.model.http;

import dev.drover.kernel.Failure;
import dev.drover.kernel.Failure.Retry;
import dev.drover.kernel.Problem;
import dev.drover.model.http.protocol.Trouble;
import dev.drover.model.http.protocol.Troubled;
import dev.drover.model.http.wire.WireBroken;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// What went wrong with one call, for the run and for people. What a provider said is quoted, in
/// short and without the key, which some repeat.
final class Failures {
  private static final int QUOTED = 400;

  /// Of a shorter key no part can be told from an ordinary word.
  private static final int SHORTEST_KEY = 12;

  private static final int PART = 4;
  private static final String HIDDEN = "[key]";

  private final String model;
  private final Endpoint endpoint;
  private final String secret;

  Failures(String model, Endpoint endpoint, String secret) {
    this.model = model;
    this.endpoint = endpoint;
    this.secret = secret;
  }

  ModelException refused(int status, Trouble trouble) {
    return failed(trouble, "answered with status " + status, null);
  }

  ModelException interrupted(Troubled troubled) {
    return failed(troubled.trouble(), "broke off its reply", troubled);
  }

  ModelException broken(WireBroken broken) {
    return switch (broken.how()) {
      case UNREACHABLE ->
          failed(new Trouble(Trouble.Kind.UNAVAILABLE, words(broken)), "did not answer", broken);
      case CUT, IDLE ->
          failed(new Trouble(Trouble.Kind.BROKEN, words(broken)), "broke off its reply", broken);
      case TOO_LARGE ->
          failed(new Trouble(Trouble.Kind.UNREADABLE, words(broken)), "said too much", broken);
    };
  }

  ModelException withoutKey() {
    return failed(
        new Trouble(Trouble.Kind.UNAUTHORIZED, ""), "has no key, or one that is not text", null);
  }

  private static String words(WireBroken broken) {
    return broken.how() != WireBroken.How.UNREACHABLE
            && broken.getCause() instanceof IOException closed
        ? "%s: %s".formatted(broken.getMessage(), IoErrors.describe(closed))
        : String.valueOf(broken.getMessage());
  }

  private ModelException failed(Trouble trouble, String what, @Nullable Throwable cause) {
    var kind = trouble.kind();
    var said = quoted(kind == Trouble.Kind.UNAUTHORIZED ? keyless(trouble.said()) : trouble.said());
    var detail = "%s %s%s".formatted(model, what, said.isEmpty() ? "" : ": " + said);
    var problem = new Problem(kind.code(), kind.title(), detail, remedy(kind, cause));
    return new ModelException(new Failure(problem, retry(trouble)), cause);
  }

  private String remedy(Trouble.Kind kind, @Nullable Throwable cause) {
    if (kind == Trouble.Kind.UNAUTHORIZED && !endpoint.keyPlace().isEmpty()) {
      return "Check %s: it must hold a valid key that may use this model."
          .formatted(endpoint.keyPlace());
    }
    boolean isUnreachable =
        cause instanceof WireBroken broken && broken.how() == WireBroken.How.UNREACHABLE;
    return isUnreachable && endpoint.isOnThisMachine()
        ? "Start the server at %s, or choose another model.".formatted(endpoint.baseUrl())
        : kind.remedy();
  }

  /// Of a key that was refused some providers show the beginning or the end.
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

  private static Retry retry(Trouble trouble) {
    return switch (trouble.kind()) {
      case UNAVAILABLE, BROKEN -> new Retry.Later(trouble.after());
      case THROTTLED -> new Retry.Throttled(trouble.after());
      case UNPAID, UNAUTHORIZED, NOT_FOUND, OVERFLOW, REFUSED, UNREADABLE -> Retry.NEVER;
    };
  }

  private String quoted(String said) {
    var line = said.replaceAll("\\s+", " ").strip();
    var safe = secret.isEmpty() ? line : line.replace(secret, HIDDEN);
    return safe.codePointCount(0, safe.length()) <= QUOTED
        ? safe
        : safe.substring(0, safe.offsetByCodePoints(0, QUOTED)) + "…";
  }
}
