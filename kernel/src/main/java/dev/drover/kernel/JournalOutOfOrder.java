package dev.drover.kernel;

/// A fact stands where it cannot: the journal is corrupt, or this code no longer reads it.
public final class JournalOutOfOrder extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  JournalOutOfOrder(String detail) {
    super(detail);
  }
}
