package dev.drover.spi.store;

import java.time.Duration;

/// One durable place. Safe for use by any number of threads, and, if the adapter says so, by
/// several processes at once.
///
/// Laws: what a method reported is still there after the process was killed; no method leaves half
/// of its work behind; a method that fails throws a [dev.drover.spi.PortException] and has done
/// nothing. Methods that wait for the disk do not give up when their thread is interrupted: they
/// finish and leave the interrupt set.
public interface Store extends AutoCloseable {
  Journal journal();

  Inbox inbox();

  Blobs blobs();

  Shelf shelf();

  Leases leases();

  Catalog catalog();

  Accounts accounts();

  GrantStore grants();

  /// What may be done through this object. If it may only read, all that would write is refused as
  /// `store_read_only`, and neither opening nor closing it changes what is kept.
  default Access access() {
    return Access.READ_WRITE;
  }

  /// Calls `hint` soon after another process may have changed something. A hint may be spurious and
  /// several changes may share one; it is never called for changes through this object. Costs
  /// nothing while nobody is subscribed.
  Subscription onForeignChange(Runnable hint);

  /// Checks whether what is kept is as it was written, for at most about this time. Writes nothing.
  default StoreInspection inspect(Duration limit) {
    return StoreInspection.NOTHING;
  }

  /// For people: where this is, and which version of what.
  String description();

  /// Waits for what was begun, then lets go. Idempotent; everything afterwards is refused.
  @Override
  void close();

  /// What may be done through a store.
  enum Access {
    READ_WRITE,
    READ_ONLY
  }

  /// Stops the hints. Idempotent.
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
