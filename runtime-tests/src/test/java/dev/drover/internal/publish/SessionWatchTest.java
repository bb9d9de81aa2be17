package dev.drover.internal.publish;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.spi.model.Delta;
import dev.drover.store.memory.MemoryStore;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("I1")
@Tag("A9")
final class SessionWatchTest {
  private static final int DELTAS = 100_000;

  private final Drover drover = Drover.on(new MemoryStore()).watchBuffer(64).build();

  @AfterEach
  void letGo() {
    drover.close();
  }

  private Session looking(FakeModel model) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(FakeTool.pure("look", _ -> done("a tree")))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open();
  }

  private static List<Long> numbers(EventStream events) {
    var seen = new ArrayList<Long>();
    for (var notice : events) {
      if (notice instanceof Notice.Happened happened) {
        seen.add(happened.seq());
      }
    }
    return seen;
  }

  @Test
  void aWatcherThatAttachesAtAnyTimeSeesEveryEventOnceInOrder() throws Exception {
    var session = looking(FakeModel.playing(calls("look"), calls("look"), says("seen")));
    var seen = new ArrayList<List<Long>>();
    var watchers = new ArrayList<Thread>();
    var run = session.send("look");
    for (int i = 0; i < 20; i++) {
      watchers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    var numbers = numbers(run.events());
                    synchronized (seen) {
                      seen.add(numbers);
                    }
                  }));
    }
    run.await();
    assertThat(numbers(run.events())).isEqualTo(LongStream.rangeClosed(3, 13).boxed().toList());
    for (var watcher : watchers) {
      watcher.join();
    }
    assertThat(seen).hasSize(20).allMatch(LongStream.rangeClosed(3, 13).boxed().toList()::equals);
  }

  @Test
  void aWatcherThatNeverReadsBlocksNothingAndLearnsOfLostFragments() {
    var model =
        new FakeModel(
            (_, deltas) -> {
              for (int i = 0; i < DELTAS; i++) {
                deltas.accept(new Delta.TextDelta("x"));
              }
              return says("x".repeat(DELTAS));
            });
    var session = looking(model);
    try (var slow = session.events()) {
      var text = session.ask("stream").text();
      assertThat(text).hasSize(DELTAS);
      var durable = new ArrayList<Long>();
      long missed = 0;
      long shown = 0;
      for (var next = slow.next(Duration.ofSeconds(1));
          durable.size() < 5;
          next = slow.next(Duration.ofSeconds(1))) {
        switch (next.orElseThrow()) {
          case Notice.Happened happened -> durable.add(happened.seq());
          case Notice.Shown _ -> shown++;
          case Notice.Missed(var fragments, var events, var why) -> {
            missed += fragments;
            assertThat(events).isZero();
            assertThat(why).isEqualTo(Notice.Missed.Why.SLOW_READER);
          }
          case Notice.ChildUsage _ -> throw new AssertionError("there is no child");
        }
      }
      assertThat(durable).containsExactly(1L, 2L, 3L, 4L, 5L);
      assertThat(missed).isPositive();
      assertThat(shown).isLessThanOrEqualTo(64);
    }
  }

  @Test
  @Tag("I2")
  void deltasAreShownLiveWithTheirAttemptAndNotStored() throws Exception {
    var attached = new CountDownLatch(1);
    var model =
        new FakeModel(
            (_, deltas) -> {
              attached.await();
              deltas.accept(new Delta.ReasoningDelta("think"));
              deltas.accept(new Delta.TextDelta("hel"));
              deltas.accept(new Delta.TextDelta("lo"));
              return says("hello");
            });
    var session = looking(model);
    var run = session.send("hi");
    var shown = new ArrayList<Delta>();
    try (var events = run.events()) {
      assertThat(events.next()).isPresent();
      attached.countDown();
      for (var notice : events) {
        if (notice instanceof Notice.Shown(_, var effect, var attempt, var after, var delta)) {
          assertThat(effect + "/" + attempt + "/" + after).isEqualTo("e1/1/3");
          shown.add(delta);
        }
      }
    }
    assertThat(shown)
        .containsExactly(
            new Delta.ReasoningDelta("think"),
            new Delta.TextDelta("hel"),
            new Delta.TextDelta("lo"));
    assertThat(numbers(run.events())).containsExactly(3L, 4L, 5L);
  }

  @Test
  @Tag("I2")
  void anEarlyWatcherSeesDeltasInOrderHoweverLateItReads() {
    var model =
        new FakeModel(
            (_, deltas) -> {
              deltas.accept(new Delta.TextDelta("hel"));
              deltas.accept(new Delta.TextDelta("lo"));
              return says("hello");
            });
    var session = looking(model);
    try (var events = session.events()) {
      session.ask("hi");
      var seen = new ArrayList<String>();
      while (seen.size() < 7) {
        switch (events.next().orElseThrow()) {
          case Notice.Happened happened -> seen.add("event " + happened.seq());
          case Notice.Shown shown -> seen.add("after " + shown.after());
          case Notice.Missed _, Notice.ChildUsage _ -> seen.add("something else");
        }
      }
      assertThat(seen)
          .containsExactly(
              "event 1", "event 2", "event 3", "after 3", "after 3", "event 4", "event 5");
    }
  }

  @Test
  void pagesContinueWhereThePreviousOneEndedAndReportTheirPosition() {
    var session = looking(FakeModel.playing(calls("look"), says("seen")));
    session.ask("look");
    var first = session.page(Cursor.start(session.id()), 4);
    assertThat(first.items()).extracting(Notice.Happened::seq).containsExactly(1L, 2L, 3L, 4L);
    assertThat(first.hasMore()).isTrue();
    assertThat(first.gap()).isFalse();
    assertThat(first.tail()).isEqualTo(9);
    var last = session.page(first.next(), 100);
    assertThat(last.items()).extracting(Notice.Happened::seq).containsExactly(5L, 6L, 7L, 8L, 9L);
    assertThat(last.hasMore()).isFalse();
    assertThat(session.page(last.next(), 10).items()).isEmpty();
  }

  @Test
  void anInvalidCursorIsAnErrorAndNotAnEmptyPage() {
    var session = looking(FakeModel.playing(says("seen")));
    assertThatThrownBy(() -> session.page(new Cursor(session.id(), 3), 10))
        .isInstanceOf(CursorInvalid.class);
    assertThatThrownBy(() -> session.page(Cursor.start(new SessionId("s-other")), 10))
        .isInstanceOf(CursorInvalid.class);
    assertThatThrownBy(() -> drover.queries().events(new RunId("r-unknown")))
        .isInstanceOf(RunNotFound.class);
    assertThat(session.run(new RunId("r-unknown"))).isEmpty();
  }

  @Test
  @Tag("B5")
  void watchersSeeTheEndOfAClosedSessionAndThenEnd() throws Exception {
    var asked = new CountDownLatch(1);
    var session = looking(new FakeModel(FakeAgents.streamingForEver("hm", asked)));
    session.send("go");
    asked.await();
    try (var events = session.events()) {
      session.close();
      assertThat(numbers(events)).containsExactly(1L, 2L, 3L, 4L, 5L);
      assertThat(events.isAtEnd()).isTrue();
    }
  }

  @Test
  void closingAStreamEndsItsReader() throws Exception {
    var session = looking(FakeModel.playing(says("seen")));
    var events = session.events();
    var reader = Thread.ofVirtual().start(() -> numbers(events));
    events.close();
    assertThat(reader.join(Duration.ofSeconds(5))).isTrue();
  }
}
