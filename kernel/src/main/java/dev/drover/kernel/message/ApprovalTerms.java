package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.check.WaitLimit;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The people who may answer an approval request, and their deadline.
///
/// @param names anybody, if empty
/// @param timeout null for no deadline; after the deadline the answer is no
public record ApprovalTerms(List<String> names, @Nullable Duration timeout) {
  public static final ApprovalTerms ANYBODY = new ApprovalTerms(List.of(), null);

  public ApprovalTerms {
    names = NullChecks.list(names, "ApprovalTerms.names");
    if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
      throw new IllegalArgumentException("the time to answer must be positive: " + timeout);
    }
    timeout = timeout == null ? null : WaitLimit.cap(timeout);
  }
}
