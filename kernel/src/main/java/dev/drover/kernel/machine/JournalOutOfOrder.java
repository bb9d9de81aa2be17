package dev.drover.kernel.machine;

/// An event is impossible at its position: the journal is corrupt, or this version cannot read it.
public final class JournalOutOfOrder extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  JournalOutOfOrder(String detail) {
    super(detail);
  }
}
