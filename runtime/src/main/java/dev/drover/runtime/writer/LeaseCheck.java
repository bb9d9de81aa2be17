package dev.drover.runtime.writer;

/// Finds out whether this process stood still for longer than its lease since the last look: others
/// may have taken it for dead and given back what it had set aside. Belongs to one thread.
final class LeaseCheck {
  private final Presence presence;
  private long epoch;

  LeaseCheck(Presence presence) {
    this.presence = presence;
    presence.begin();
    this.epoch = presence.spell();
  }

  /// Says that this process is here again, if it was away.
  boolean wasAway() {
    if (presence.isStill(epoch)) {
      return false;
    }
    presence.comeBack();
    epoch = presence.spell();
    return true;
  }
}
