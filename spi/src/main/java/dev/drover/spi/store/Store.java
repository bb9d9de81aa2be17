package dev.drover.spi.store;

import java.time.Duration;

/// One durable store. Safe for use by any number of threads, and, if the adapter says so, by
/// several processes at once.
///
/// Laws: a reported result survives the death of the process; no method leaves partial work behind;
/// a method that fails throws a [dev.drover.spi.PortException] and has done nothing. Methods that
/// wait for the disk do not stop when their thread is interrupted: they finish and leave the
/// interrupt flag set.
public interface Store extends AutoCloseable {
  Journal journal();

  Inbox inbox();

  Blobs blobs();

  ArtifactStore artifacts();

  Leases leases();

  Catalog catalog();

  AccountStore accounts();

  GrantStore grants();

  /// The operations that this object allows. If it is read-only, all writes are refused as
  /// `store_read_only`, and neither opening nor closing it changes the stored data.
  default Access access() {
    return Access.READ_WRITE;
  }

  /// Calls `hint` soon after another process may have changed something. A hint may be spurious and
  /// several changes may share one; it is never called for changes through this object. Costs
  /// nothing without subscribers.
  Subscription onForeignChange(Runnable hint);

  /// Checks the stored data for damage, for at most about this time. Writes nothing.
  default StoreInspection inspect(Duration limit) {
    return StoreInspection.NOTHING;
  }

  /// For people: the location and the version.
  String description();

  /// Waits for operations in progress, then releases everything. Idempotent; later calls are
  /// refused.
  @Override
  void close();

  /// The operations that a store allows.
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
