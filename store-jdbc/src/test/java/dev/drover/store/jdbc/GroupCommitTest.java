package dev.drover.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupCommitTest {
  private static final int THREADS = 12;
  private static final int WORKS = 200;

  private static GroupCommit<List<String>> over(
      InMemoryTransactions ledger, int queued, int batch) {
    return new GroupCommit<>(
            "writer",
            new GroupCommit.Bounds(queued, batch),
            ledger,
            () -> new IllegalStateException("closed"))
        .start();
  }

  @Test
  void workIsDurableWhenItsCallerReturns() {
    var ledger = new InMemoryTransactions();
    var group = over(ledger, 8, 8);
    int size =
        group.submit(
            list -> {
              list.add("a");
              return list.size();
            });
    group.close();
    assertThat(size).isEqualTo(1);
    assertThat(ledger.durable()).containsExactly("a");
  }

  @Test
  void workQueuedDuringACommitSharesTheNextOne() throws Exception {
    var ledger = new InMemoryTransactions();
    var group = over(ledger, 64, 64);
    var started = new CountDownLatch(1);
    var gathered = new CountDownLatch(1);
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var first =
          callers.submit(
              () ->
                  group.submit(
                      list -> {
                        started.countDown();
                        return isReached(gathered) && list.add("first");
                      }));
      started.await();
      var waiting = submitNumbers(callers, group, 20);
      awaitQueued(waiting.callers());
      gathered.countDown();
      assertThat(first.get()).isTrue();
      for (var one : waiting.outcomes()) {
        assertThat(one.get()).isTrue();
      }
    }
    group.close();
    assertThat(ledger.durable()).hasSize(21);
    assertThat(ledger.commits()).isEqualTo(2);
  }

  private record Waiting(Queue<Thread> callers, List<Future<Boolean>> outcomes) {}

  private static Waiting submitNumbers(
      ExecutorService callers, GroupCommit<List<String>> group, int count) {
    var threads = new ConcurrentLinkedQueue<Thread>();
    var outcomes = new ArrayList<Future<Boolean>>();
    for (int i = 0; i < count; i++) {
      var name = "" + i;
      outcomes.add(
          callers.submit(
              () -> {
                threads.add(Thread.currentThread());
                return group.submit(list -> list.add(name));
              }));
    }
    return new Waiting(threads, outcomes);
  }

  /// A caller that is parked has its work in the queue.
  private static void awaitQueued(Queue<Thread> callers) {
    while (callers.size() < 20
        || callers.stream().anyMatch(caller -> caller.getState() != Thread.State.WAITING)) {
      Thread.onSpinWait();
    }
  }

  private static boolean isReached(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  @Test
  void anInterruptedCallerGetsItsResultAndStaysInterrupted() {
    var ledger = new InMemoryTransactions();
    var group = over(ledger, 8, 8);
    Thread.currentThread().interrupt();
    boolean added = group.submit(list -> list.add("a"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(added).isTrue();
    group.close();
  }

  @Test
  void afterTheCloseWorkIsRefused() {
    var ledger = new InMemoryTransactions();
    var group = over(ledger, 8, 8);
    group.close();
    group.close();
    assertThatThrownBy(() -> group.submit(list -> list.add("late")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("closed");
    assertThat(ledger.durable()).isEmpty();
  }

  @Test
  void anErrorIsThrownToItsCallerAndTheWriterContinues() {
    var ledger = new InMemoryTransactions();
    var group = over(ledger, 8, 8);
    assertThatThrownBy(
            () ->
                group.submit(
                    _ -> {
                      throw new AssertionError("mine");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessage("mine");
    group.submit(list -> list.add("next"));
    group.close();
    assertThat(ledger.durable()).containsExactly("next");
  }

  @Test
  void aFailedCommitIsThrownToItsCallersAndTheNextOneWorks() {
    var asked = new AtomicInteger();
    // Begin, commit, begin, commit: the second check is the first commit.
    var ledger = new InMemoryTransactions(() -> asked.incrementAndGet() == 2);
    var group = over(ledger, 8, 8);
    assertThatThrownBy(() -> group.submit(list -> list.add("lost")))
        .isInstanceOf(InMemoryTransactions.Broken.class);
    group.submit(list -> list.add("kept"));
    group.close();
    assertThat(ledger.durable()).containsExactly("kept");
  }

  /// Many threads, small bounds, works that fail and commits that fail: each work is done exactly
  /// once if its caller got a result and not at all otherwise, and each caller gets its own result.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void eachWorkIsDoneOnceOrNotAtAllAsItsCallerWasAnswered(long seed) throws Exception {
    var random = new SplittableRandom(seed);
    var breaking = random.split();
    var ledger = new InMemoryTransactions(() -> breaking.nextInt(50) == 0);
    var group = over(ledger, random.nextInt(1, 16), random.nextInt(1, 16));
    var told = new ConcurrentLinkedQueue<String>();
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var begun = new ArrayList<Future<?>>();
      for (int thread = 0; thread < THREADS; thread++) {
        var name = "thread " + thread;
        var own = random.split();
        begun.add(callers.submit(() -> work(group, name, own, told)));
      }
      for (var one : begun) {
        one.get();
      }
    }
    group.close();
    assertThat(ledger.durable()).doesNotHaveDuplicates();
    assertThat(new HashSet<>(ledger.durable())).isEqualTo(new HashSet<>(told));
    assertThat(told).hasSizeGreaterThan(THREADS * WORKS / 2);
  }

  private static void work(
      GroupCommit<List<String>> group, String name, SplittableRandom random, Queue<String> told) {
    for (int i = 0; i < WORKS; i++) {
      var mine = name + ", work " + i;
      boolean fails = random.nextInt(10) == 0;
      if (random.nextInt(10) == 0) {
        Thread.currentThread().interrupt();
      }
      try {
        var answer =
            group.submit(
                list -> {
                  list.add(mine);
                  if (fails) {
                    throw new IllegalArgumentException(mine);
                  }
                  return mine;
                });
        assertThat(answer).isEqualTo(mine);
        told.add(mine);
      } catch (IllegalArgumentException failed) {
        assertThat(fails).isTrue();
        assertThat(failed).hasMessage(mine);
      } catch (InMemoryTransactions.Broken broken) {
        // Nothing of it is durable, which is checked at the end.
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aCloseDoesWhatWasSubmittedAndRefusesTheRest(int batch) throws Exception {
    for (int round = 0; round < 50; round++) {
      var ledger = new InMemoryTransactions();
      var group = over(ledger, 2, batch);
      var told = new ConcurrentLinkedQueue<String>();
      try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int thread = 0; thread < THREADS; thread++) {
          var name = "" + thread;
          callers.execute(() -> submitUnlessClosed(group, name, told));
        }
        callers.execute(group::close);
      }
      assertThat(ledger.durable()).containsExactlyInAnyOrderElementsOf(told);
    }
  }

  private static void submitUnlessClosed(
      GroupCommit<List<String>> group, String name, Queue<String> told) {
    try {
      group.submit(list -> list.add(name));
      told.add(name);
    } catch (IllegalStateException refused) {
      assertThat(refused).hasMessage("closed");
    }
  }
}
