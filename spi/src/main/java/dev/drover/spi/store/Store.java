package dev.drover.spi.store;

import dev.drover.kernel.value.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

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

  /// Calls `hint` soon after another process may have changed something. A hint may be spurious or
  /// lost, and several changes may share one; it is never called for changes through this object.
  /// Costs nothing without subscribers.
  Subscription onForeignChange(Consumer<ForeignChange> hint);

  /// What another process may have changed.
  sealed interface ForeignChange {
    /// It is not known what.
    record Anything() implements ForeignChange {}

    /// These sessions or their inboxes, and nothing else.
    record Sessions(Set<SessionId> ids) implements ForeignChange {
      public Sessions {
        ids = Set.copyOf(ids);
      }
    }
  }

  /// Checks the stored data for damage, for at most about this time. Writes nothing.
  default Inspection inspect(Duration limit) {
    return Inspection.NOTHING;
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

  /// The result of checking a store.
  ///
  /// @param damage one sentence for each problem, for people; empty if everything that was checked
  ///   is intact
  /// @param checked how much was checked, for people
  record Inspection(List<String> damage, List<String> checked) {
    /// For a store that has nothing to check.
    public static final Inspection NOTHING = new Inspection(List.of(), List.of());

    public Inspection {
      damage = List.copyOf(damage);
      checked = List.copyOf(checked);
    }
  }
}
