package dev.drover.internal.cluster;

/// Detects whether this process was suspended for longer than its lease since the last check:
/// others may have considered it dead and released its reservations. Belongs to one thread.
public final class LeaseCheck {
  private final ProcessLease presence;
  private long epoch;

  private LeaseCheck(ProcessLease presence, long epoch) {
    this.presence = presence;
    this.epoch = epoch;
  }

  /// Starts now.
  public static LeaseCheck now(ProcessLease presence) {
    presence.begin();
    return new LeaseCheck(presence, presence.leaseEpoch());
  }

  /// Starts at an earlier time of which only the epoch is known, see [ProcessLease#leaseEpoch].
  public static LeaseCheck since(ProcessLease presence, long epoch) {
    return new LeaseCheck(presence, epoch);
  }

  /// Renews the lease if there was a pause.
  public boolean checkPause() {
    if (presence.isSameEpoch(epoch)) {
      return false;
    }
    // First of all: after this, no other process takes over unless it already has.
    presence.renewAfterPause();
    epoch = presence.leaseEpoch();
    return true;
  }
}
