package dev.drover.conformance;

import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/// Common to the suites for stores that several processes use at once: each test has three stores
/// on one database. Nothing connects them except the database, so it makes no difference that they
/// are in one process.
public abstract class SharedStoreConformance extends StoreConformance {
  static final int STORES = 3;
  static final int THREADS = 3 * STORES;

  private List<Store> stores = List.of();

  SharedStoreConformance() {}

  @BeforeEach
  void openOthers() {
    stores = List.of(store(), openAnother(), openAnother());
  }

  /// The store of the thread with that number: each store has several threads.
  final Store storeOf(int thread) {
    return stores.get(thread % STORES);
  }

  final void append(int thread, AppendBuilder draft) {
    storeOf(thread).journal().append(draft.append());
  }

  /// @return whether the append was written; otherwise another writer was first
  final boolean tryAppend(int thread, AppendBuilder draft) {
    Journal.Append append = draft.append();
    try {
      storeOf(thread).journal().append(append);
      return true;
    } catch (AppendConflict lost) {
      return false;
    }
  }
}
