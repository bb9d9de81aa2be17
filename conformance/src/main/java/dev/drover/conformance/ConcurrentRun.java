package dev.drover.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/// Runs the same work on many virtual threads, all released at the same moment.
final class ConcurrentRun {
  private static final int DEADLINE_SECONDS = 30;

  private ConcurrentRun() {}

  /// @param work returns the work of the thread with that number, counted from 0
  /// @return the results, in the order of the threads
  static <T> List<T> run(int threads, IntFunction<Callable<T>> work) throws Exception {
    var start = new CyclicBarrier(threads);
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var begun = new ArrayList<Future<T>>();
      for (int thread = 0; thread < threads; thread++) {
        var one = work.apply(thread);
        begun.add(
            executor.submit(
                () -> {
                  start.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
                  return one.call();
                }));
      }
      return outcomes(begun, executor);
    }
  }

  private static <T> List<T> outcomes(List<Future<T>> begun, ExecutorService executor)
      throws InterruptedException {
    var outcomes = new ArrayList<T>();
    try {
      for (var one : begun) {
        outcomes.add(one.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
      }
    } catch (ExecutionException failed) {
      throw new AssertionError("one of %d threads failed".formatted(begun.size()), failed);
    } catch (TimeoutException late) {
      executor.shutdownNow();
      throw new AssertionError("not done after %d s".formatted(DEADLINE_SECONDS), late);
    }
    return outcomes;
  }
}
