package dev.drover.codec;

import dev.drover.codec.form.UnknownVersion;
import dev.drover.kernel.value.Problem;

/// Bytes that cannot be read as the expected kind of data: a later Drover wrote them, or they are
/// damaged. Nothing is guessed or omitted; the reader must stop.
public abstract sealed class UnreadableData extends RuntimeException
    permits UnreadableEvent, UnreadableState, UnreadableInput {
  private static final long serialVersionUID = 1L;
  private static final int MAX_DETAIL = 400;

  @SuppressWarnings("serial") // A value of the kernel, which knows nothing of serialization.
  private final Problem problem;

  UnreadableData(Problem problem, Throwable cause) {
    super(problem.toString(), cause);
    this.problem = problem;
  }

  public final Problem problem() {
    return problem;
  }

  /// Whether a later Drover wrote them; otherwise they are damaged.
  public final boolean isOfLaterVersion() {
    return getCause() instanceof UnknownVersion;
  }

  static Problem tooNew(String code, String subject, UnknownVersion why) {
    return new Problem(
        code,
        "Written by a later version",
        shortened(subject + ": " + why.getMessage()),
        "Upgrade Drover to the version that wrote it, or a later one.");
  }

  /// @param place the current field of the reader; may be empty
  static Problem damaged(String code, String subject, String place, IllegalArgumentException why) {
    var field = place.isEmpty() ? "" : "field " + place + ": ";
    return new Problem(
        code,
        "Damaged",
        shortened(subject + ": " + field + why.getMessage()),
        "Restore the store from a copy: it was damaged, or changed by something else than Drover.");
  }

  /// Damaged data may have any length.
  private static String shortened(String detail) {
    return detail.length() <= MAX_DETAIL ? detail : detail.substring(0, MAX_DETAIL) + "…";
  }
}
