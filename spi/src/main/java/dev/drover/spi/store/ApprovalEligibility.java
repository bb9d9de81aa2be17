package dev.drover.spi.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The people who may answer an approval request, and the deadline.
///
/// @param names anyone, if empty
/// @param until the deadline for an approval; null if there is none
public record ApprovalEligibility(List<String> names, @Nullable Instant until) {
  public static final ApprovalEligibility ANYBODY = new ApprovalEligibility(List.of(), null);

  public ApprovalEligibility {
    names = List.copyOf(names);
  }

  /// Whether this person may answer.
  public boolean allows(String person) {
    return names.isEmpty() || names.contains(person);
  }
}
