package dev.drover.testkit.sim;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One simulated process: the scheduler of all virtual threads that belong to it. A virtual thread
/// passes its scheduler on to the threads that it starts, so every thread that a runtime starts
/// inside a process is scheduled here, and the threads of a dead process never run again, not even
/// `finally` blocks.
///
/// It is a pool because the JDK requires a pool to wake threads after a timeout. Such timeouts use
/// the machine's clock, so they are refused here: a wait with a limit is a wait without one. The
/// pool's own threads are never started.
final class SimProcess extends ForkJoinPool {
  private final SimulatedWorld world;
  private final String name;
  private boolean alive = true;

  SimProcess(SimulatedWorld world, String name) {
    super(1);
    this.world = world;
    this.name = name;
  }

  String name() {
    return name;
  }

  boolean isAlive() {
    return alive;
  }

  /// From now on none of its threads run.
  void die() {
    alive = false;
  }

  @Override
  public void execute(Runnable continuation) {
    if (alive) {
      world.ready(this, continuation);
    }
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return Never.INSTANCE;
  }

  /// Starts a thread in this process, from any thread.
  void start(Runnable body) {
    if (alive) {
      Spawning.virtual(this, body).start();
    }
  }

  @Override
  public String toString() {
    return name;
  }

  /// Sets the scheduler of a thread. The JDK has no public way; this uses an entry that exists for
  /// its own tests.
  private static final class Spawning {
    private Spawning() {}

    static Thread virtual(Executor scheduler, Runnable body) {
      try {
        var method =
            Class.forName("java.lang.ThreadBuilders")
                .getDeclaredMethod(
                    "newVirtualThread", Executor.class, String.class, int.class, Runnable.class);
        method.setAccessible(true);
        return (Thread) method.invoke(null, scheduler, null, 0, body);
      } catch (ReflectiveOperationException changed) {
        throw new LinkageError("this JDK starts virtual threads in another way", changed);
      }
    }
  }

  /// A timeout that never expires.
  private static final class Never extends ForkJoinTask<@Nullable Object>
      implements ScheduledFuture<@Nullable Object> {
    private static final long serialVersionUID = 1L;
    static final Never INSTANCE = new Never();

    @Override
    public long getDelay(TimeUnit unit) {
      return Long.MAX_VALUE;
    }

    @Override
    public int compareTo(java.util.concurrent.Delayed other) {
      return other == this ? 0 : 1;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      return false;
    }

    @Override
    public @Nullable Object getRawResult() {
      return null;
    }

    @Override
    protected void setRawResult(@Nullable Object value) {}

    @Override
    protected boolean exec() {
      return false;
    }
  }
}
