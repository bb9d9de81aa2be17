package dev.drover.model.http;

import dev.drover.kernel.Failure;
import dev.drover.kernel.Failure.Retry;
import dev.drover.kernel.Problem;
import dev.drover.model.http.protocol.Trouble;
import dev.drover.model.http.protocol.Troubled;
import dev.drover.model.http.wire.WireBroken;
import dev.drover.spi.model.ModelException;
import org.jspecify.annotations.Nullable;

/// What went wrong with one call, for the run and for people. What a provider said is quoted, in
/// short and without the key, which some repeat.
final class Failures {
  private static final int QUOTED = 400;

  private final String model;
  private final String secret;

  Failures(String model, String secret) {
    this.model = model;
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
    var cause = broken.getCause();
    return cause == null || cause.getMessage() == null
        ? String.valueOf(broken.getMessage())
        : "%s: %s".formatted(broken.getMessage(), cause.getMessage());
  }

  private ModelException failed(Trouble trouble, String what, @Nullable Throwable cause) {
    // Of a key that was refused some providers show a part: the status says enough.
    var said = trouble.kind() == Trouble.Kind.UNAUTHORIZED ? "" : quoted(trouble.said());
    var detail = "%s %s%s".formatted(model, what, said.isEmpty() ? "" : ": " + said);
    var kind = trouble.kind();
    var problem = new Problem(kind.code(), kind.title(), detail, kind.remedy());
    return new ModelException(new Failure(problem, retry(trouble)), cause);
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
    var safe = secret.isEmpty() ? line : line.replace(secret, "[key]");
    return safe.codePointCount(0, safe.length()) <= QUOTED
        ? safe
        : safe.substring(0, safe.offsetByCodePoints(0, QUOTED)) + "…";
  }
}
