package dev.drover.testkit.sim;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One simulated process: the scheduler of all virtual threads that belong to it. A virtual thread
/// hands its scheduler on to those that it starts, so whatever a runtime starts inside a process
/// comes here, and a process that is dead simply never goes on: no `finally`, no last word.
///
/// It is a pool because the JDK asks a pool, and no other scheduler, to wake threads after a time.
/// Such times are measured with the machine's clock, so they are refused here: a wait with a limit
/// is a wait without one. The pool's own threads are never started.
final class SimProcess extends ForkJoinPool {
  private final World world;
  private final String name;
  private boolean alive = true;

  SimProcess(World world, String name) {
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

  /// From here on nothing of it happens any more.
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

  /// Starts a thread in this process, from wherever this is called.
  void start(Runnable body) {
    if (alive) {
      Spawning.virtual(this, body).start();
    }
  }

  @Override
  public String toString() {
    return name;
  }

  /// How a thread gets a scheduler. The JDK has no public way; what is used here is there for its
  /// own tests.
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

  /// A time that does not come.
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
