package dev.drover.codec.json;

import java.util.concurrent.atomic.AtomicReferenceArray;

/// Lends writers, so that their buffers are not allocated for every document. Virtual threads are
/// born for one effect, so nothing can be kept with the thread.
///
/// Any thread may take and give; no one waits. Who finds the pool empty gets a new writer, and what
/// does not fit back is left to the collector.
public final class WriterPool {
  private static final int SLOTS = 16;
  private static final int MAX_KEPT_BYTES = 64 * 1024;

  private final AtomicReferenceArray<JsonWriter> slots = new AtomicReferenceArray<>(SLOTS);

  public JsonWriter take() {
    int first = firstSlot();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (first + i) % SLOTS;
      if (slots.getPlain(slot) != null) {
        var writer = slots.getAndSet(slot, null);
        if (writer != null) {
          return writer;
        }
      }
    }
    return new JsonWriter();
  }

  public void give(JsonWriter writer) {
    if (writer.capacity() > MAX_KEPT_BYTES) {
      return;
    }
    writer.reset();
    int first = firstSlot();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (first + i) % SLOTS;
      if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, writer)) {
        return;
      }
    }
  }

  /// Threads begin at different slots, so that they seldom meet.
  private static int firstSlot() {
    return (int) (Thread.currentThread().threadId() % SLOTS);
  }
}
