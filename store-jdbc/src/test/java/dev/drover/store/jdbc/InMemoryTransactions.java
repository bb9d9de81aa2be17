package dev.drover.store.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Transactions over a list in memory: committed entries are in [#durable], in order.
///
/// Used by the writing thread; read by the test when that thread has ended.
final class InMemoryTransactions implements GroupCommit.Transactions<List<String>> {
  /// A disk error.
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken(String message) {
      super(message);
    }
  }

  private final BooleanSupplier breaks;
  private List<String> durable = List.of();
  private int commits;

  InMemoryTransactions() {
    this(() -> false);
  }

  /// @param breaks asked at each begin and each commit whether it fails
  InMemoryTransactions(BooleanSupplier breaks) {
    this.breaks = breaks;
  }

  List<String> durable() {
    return durable;
  }

  int commits() {
    return commits;
  }

  @Override
  public List<String> begin() {
    if (breaks.getAsBoolean()) {
      throw new Broken("begin");
    }
    return new ArrayList<>(durable);
  }

  @Override
  public void commit(List<String> transaction) {
    if (breaks.getAsBoolean()) {
      throw new Broken("commit");
    }
    durable = transaction;
    commits++;
  }

  @Override
  public void rollback(List<String> transaction) {
    transaction.clear();
  }

  @Override
  public void end() {
    durable = List.copyOf(durable);
  }
}
