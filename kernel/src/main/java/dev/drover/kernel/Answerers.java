package dev.drover.kernel;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who may answer when a person is asked, and how long they have.
///
/// @param names anybody, if empty
/// @param within null for as long as it takes; when the time is over the answer is no
public record Answerers(List<String> names, @Nullable Duration within) {
  public static final Answerers ANYBODY = new Answerers(List.of(), null);

  public Answerers {
    names = NullChecks.list(names, "Answerers.names");
    if (within != null && (within.isNegative() || within.isZero())) {
      throw new IllegalArgumentException("the time to answer must be positive: " + within);
    }
    within = within == null ? null : LongestWait.cap(within);
  }
}
