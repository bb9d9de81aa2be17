package dev.drover.internal.concurrent;

import dev.drover.problem.WaitEnded.WaitInterrupted;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Carries out many work items, a limited number at a time, and returns the results in order.
/// Interrupting the caller interrupts all items in progress; no more are started then.
///
/// [#await] belongs to the caller; the items run on separate threads.
public final class OrderedFanOut<A, R> {
  private final List<A> all;
  private final Function<A, R> work;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReferenceArray<@Nullable R> done;
  private final AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();

  public OrderedFanOut(List<A> all, Function<A, R> work) {
    this.all = List.copyOf(all);
    this.work = work;
    this.done = new AtomicReferenceArray<>(all.size());
  }

  /// @throws WaitInterrupted if the caller is interrupted, after all started items have ended
  /// @throws RuntimeException the first exception or error of an item, after all started items have
  ///   ended
  public List<R> await(int atOnce) {
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < Math.min(atOnce, all.size()); i++) {
      threads.add(Thread.ofVirtual().name("drover-fan-out").start(this::work));
    }
    boolean interrupted = false;
    for (var thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException stop) {
          interrupted = true;
          next.set(all.size());
          threads.forEach(Thread::interrupt);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("work that was given out; what had begun was cancelled");
    }
    return results();
  }

  private void work() {
    for (int i = next.getAndIncrement(); i < all.size(); i = next.getAndIncrement()) {
      try {
        done.set(i, work.apply(all.get(i)));
      } catch (RuntimeException | Error failed) {
        broken.compareAndSet(null, failed);
        next.set(all.size());
      }
    }
  }

  private List<R> results() {
    switch (broken.get()) {
      case null -> {}
      case RuntimeException failed -> throw failed;
      case Error failed -> throw failed;
      case Throwable other -> throw new IllegalStateException("nothing else is caught", other);
    }
    var results = new ArrayList<R>(all.size());
    for (int i = 0; i < all.size(); i++) {
      results.add(Objects.requireNonNull(done.get(i)));
    }
    return results;
  }
}
