package dev.drover.watch;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Implements [EventStream#publisher].
final class EventPublisher implements Flow.Publisher<Notice> {
  private final EventStream events;
  private final AtomicBoolean isTaken = new AtomicBoolean();

  EventPublisher(EventStream events) {
    this.events = events;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super Notice> subscriber) {
    if (isTaken.compareAndSet(false, true)) {
      var subscription = new Demand(events);
      Thread.startVirtualThread(() -> publish(subscriber, subscription));
    } else {
      subscriber.onSubscribe(new Demand(events, Demand.State.CANCELLED));
      subscriber.onError(
          new IllegalStateException(
              "a stream has one subscriber; open a stream for each with Run.events"));
    }
  }

  private void publish(Flow.Subscriber<? super Notice> subscriber, Demand demand) {
    try (events) {
      subscriber.onSubscribe(demand);
      while (demand.await()) {
        var next = events.next();
        if (demand.isCancelled()) {
          return;
        }
        if (next.isEmpty()) {
          subscriber.onComplete();
          return;
        }
        subscriber.onNext(next.get());
      }
      var refused = demand.refusal();
      if (refused != null) {
        subscriber.onError(refused);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      subscriber.onError(stop);
    } catch (RuntimeException broken) {
      if (!demand.isCancelled()) {
        subscriber.onError(broken);
      }
    }
  }

  /// How many notices the subscriber has requested. Any thread may request more; the publishing
  /// thread waits for it.
  private static final class Demand implements Flow.Subscription {
    private final EventStream events;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // Guarded by the lock.
    private long wanted;
    private State state;
    private @Nullable IllegalArgumentException refusal;

    private enum State {
      OPEN,
      CANCELLED
    }

    Demand(EventStream events) {
      this(events, State.OPEN);
    }

    Demand(EventStream events, State state) {
      this.events = events;
      this.state = state;
    }

    /// Consumes one request, and waits for it if necessary.
    ///
    /// @return false if the subscription was cancelled
    boolean await() throws InterruptedException {
      lock.lock();
      try {
        while (wanted == 0 && state == State.OPEN && refusal == null) {
          changed.await();
        }
        if (state == State.CANCELLED || refusal != null) {
          return false;
        }
        wanted -= wanted == Long.MAX_VALUE ? 0 : 1;
        return true;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void request(long more) {
      lock.lock();
      try {
        if (more <= 0) {
          refusal = new IllegalArgumentException("a request asks for one or more, not " + more);
        } else {
          wanted = wanted + more < 0 ? Long.MAX_VALUE : wanted + more;
        }
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void cancel() {
      lock.lock();
      try {
        if (state == State.CANCELLED) {
          return;
        }
        state = State.CANCELLED;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      events.close();
    }

    boolean isCancelled() {
      lock.lock();
      try {
        return state == State.CANCELLED;
      } finally {
        lock.unlock();
      }
    }

    @Nullable IllegalArgumentException refusal() {
      lock.lock();
      try {
        return refusal;
      } finally {
        lock.unlock();
      }
    }
  }
}
