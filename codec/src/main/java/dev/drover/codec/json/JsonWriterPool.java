package dev.drover.codec.json;

import java.util.concurrent.atomic.AtomicReferenceArray;

/// Lends writers, so that their buffers are not allocated for every document. A virtual thread
/// lives for one effect only, so nothing can be cached per thread.
///
/// Any thread may take and give, without waiting. If the pool is empty, a new writer is created; a
/// writer that does not fit back is left to the garbage collector.
public final class JsonWriterPool {
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

  /// Threads begin at different slots, so that they seldom collide.
  private static int firstSlot() {
    return (int) (Thread.currentThread().threadId() % SLOTS);
  }
}
