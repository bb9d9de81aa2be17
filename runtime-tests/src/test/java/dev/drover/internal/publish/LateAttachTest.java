package dev.drover.internal.publish;

import static dev.drover.fixture.FakeAgents.broken;
import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.policy.Policy;
import dev.drover.session.ModelRetries;
import dev.drover.spi.model.Delta;
import dev.drover.store.memory.MemoryStore;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Readers that attach at any point of a stream see complete replies.
@Tag("I1")
@Tag("J1")
final class LateAttachTest {
  private static final List<String> WORDS = List.of("Do ", "NOT ", "delete ", "it.");
  private static final String TEXT = "Do NOT delete it.";

  private static final ModelRetries AT_ONCE = new ModelRetries(1, Duration.ZERO, Duration.ZERO, 0);

  private final Drover drover = Drover.on(new MemoryStore()).retries(AT_ONCE).build();
  private final Semaphore reached = new Semaphore(0);
  private final Semaphore goOn = new Semaphore(0);

  @AfterEach
  void letGo() {
    drover.close();
  }

  private Session open(FakeModel model) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(FakeTool.pure("look", _ -> done("a tree")))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open();
  }

  private void pause() throws InterruptedException {
    reached.release();
    goOn.acquire();
  }

  /// Streams the words with a pause before each of them and one after the last.
  private FakeModel paced() {
    return new FakeModel(
        (_, deltas) -> {
          for (var word : WORDS) {
            pause();
            deltas.accept(new Delta.TextDelta(word));
          }
          pause();
          return says(TEXT);
        });
  }

  /// One reader of each kind for each point of the stream, and those that attach after its end.
  private static List<EventStream> readers(Session session, Run run) {
    return List.of(run.events(), session.events());
  }

  private static List<String> holesOf(Session session, List<EventStream> streams) {
    session.close();
    var holes = new ArrayList<String>();
    for (var stream : streams) {
      var viewer = StreamViewer.of(stream);
      assertThat(viewer.replies()).contains(TEXT);
      holes.addAll(viewer.holes());
    }
    return holes;
  }

  @Test
  void aReaderThatAttachesAtAnyPointOfAnAttemptGetsTheWholeText() throws Exception {
    var session = open(paced());
    var run = session.send("what about it?");
    var streams = new ArrayList<EventStream>();
    for (int step = 0; step <= WORDS.size(); step++) {
      reached.acquire();
      streams.addAll(readers(session, run));
      goOn.release();
    }
    run.await();
    streams.addAll(readers(session, run));
    assertThat(holesOf(session, streams)).isEmpty();
  }

  @Test
  void aReaderThatAttachesInTheMiddleGetsTheTextSoFarAtOnce() throws Exception {
    var session = open(paced());
    var run = session.send("what about it?");
    reached.acquire();
    goOn.release(2);
    reached.acquire(2);
    try (var events = run.events()) {
      var viewer = new StreamViewer();
      while (viewer.unsettled().isEmpty()) {
        viewer.see(events.next().orElseThrow());
      }
      assertThat(viewer.unsettled()).isEqualTo("Do NOT ");
    }
    goOn.release(3);
    assertThat(run.await().text()).isEqualTo(TEXT);
  }

  @Test
  @Tag("I2")
  void aReaderThatAttachesDuringTheSecondAttemptSeesNothingOfTheFirst() throws Exception {
    var attempts = new Semaphore(1);
    var model =
        new FakeModel(
            (_, deltas) -> {
              if (attempts.tryAcquire()) {
                deltas.accept(new Delta.TextDelta("Please "));
                pause();
                throw broken(new Failure.Retry.Later(Duration.ZERO));
              }
              for (var word : WORDS) {
                deltas.accept(new Delta.TextDelta(word));
                pause();
              }
              return says(TEXT);
            });
    var session = open(model);
    var run = session.send("what about it?");
    var streams = new ArrayList<EventStream>();
    for (int step = 0; step <= WORDS.size(); step++) {
      reached.acquire();
      streams.addAll(readers(session, run));
      goOn.release();
    }
    run.await();
    streams.addAll(readers(session, run));
    assertThat(holesOf(session, streams)).isEmpty();
  }

  @Test
  void aReaderThatAttachesDuringTheSecondTurnGetsBothReplies() throws Exception {
    var model =
        new FakeModel(
            (request, deltas) -> {
              if (request.messages().size() == 1) {
                return calls("look");
              }
              for (var word : WORDS) {
                deltas.accept(new Delta.TextDelta(word));
                pause();
              }
              return says(TEXT);
            });
    var session = open(model);
    var run = session.send("look");
    var streams = new ArrayList<EventStream>();
    for (int step = 0; step < WORDS.size(); step++) {
      reached.acquire();
      streams.addAll(readers(session, run));
      goOn.release();
    }
    run.await();
    assertThat(holesOf(session, streams)).isEmpty();
  }

  @Test
  void aLateReaderGetsTheEarlierOutputOfATool() throws Exception {
    var tool =
        FakeTool.pure(
            "look",
            call -> {
              call.output("one ");
              call.output("two ");
              pause();
              return done("one two");
            });
    var session =
        drover
            .agent("clerk")
            .model(FakeModel.playing(calls("look"), says("seen")))
            .tools(tool)
            .policy(Policy.ALLOW_ALL)
            .build()
            .open();
    var run = session.send("look");
    reached.acquire();
    var events = run.events();
    goOn.release();
    var printed = new StringBuilder();
    for (var notice : events) {
      if (notice instanceof Notice.Shown(_, _, _, _, Delta.ToolOutputDelta(_, var text))) {
        printed.append(text);
      }
    }
    assertThat(printed.toString()).isEqualTo("one two ");
  }

  @Test
  void aToolThatPrintsFromAnotherThreadWhileItEndsBlocksNothing() {
    var tool =
        FakeTool.pure(
            "look",
            call -> {
              Thread.startVirtualThread(
                  () -> {
                    for (int i = 0; i < 200; i++) {
                      call.output("line " + i + "\n");
                    }
                  });
              call.output("begun\n");
              return done("a tree");
            });
    var agent =
        drover
            .agent("clerk")
            .model(FakeModel.playing(calls("look"), says("seen")))
            .tools(tool)
            .policy(Policy.ALLOW_ALL)
            .build();
    for (int i = 0; i < 100; i++) {
      assertThat(agent.open().ask("look").text()).isEqualTo("seen");
    }
  }

  @Test
  void twoHundredFastStreamsAreAllComplete() {
    var model =
        new FakeModel(
            (_, deltas) -> {
              WORDS.forEach(word -> deltas.accept(new Delta.TextDelta(word)));
              return says(TEXT);
            });
    var session = open(model);
    var holes = new ArrayList<String>();
    for (int i = 0; i < 200; i++) {
      holes.addAll(StreamViewer.of(session.send("what about it?").events()).holes());
    }
    assertThat(holes).isEmpty();
  }

  @Test
  void aReaderThatAttachesTooLateLearnsHowManyFragmentsItMissed() throws Exception {
    var words = new ArrayList<String>();
    for (int i = 0; i < 100; i++) {
      words.add("word %02d ".formatted(i));
    }
    try (var small = Drover.on(new MemoryStore()).watchReplay(200).build()) {
      var model =
          new FakeModel(
              (_, deltas) -> {
                words.forEach(word -> deltas.accept(new Delta.TextDelta(word)));
                pause();
                return says(String.join("", words));
              });
      var run = small.agent("clerk").model(model).build().open().send("speak");
      reached.acquire();
      var events = run.events();
      goOn.release();
      var viewer = new StreamViewer();
      events.forEach(viewer::see);
      long shown = viewer.holes().getFirst().chars().filter(c -> c == 'w').count() - 100;
      assertThat(viewer.missedFragments()).isPositive().isEqualTo(100 - shown);
    }
  }

  @Test
  @Tag("F1")
  void aReaderThatAttachesToAChildGetsTheWholeText() throws Exception {
    Map<String, MultiAgentModel.Mind> minds =
        Map.of("clerk", MultiAgentModel.giving(MultiAgentModel.order("look")));
    var cast = new MultiAgentModel(minds);
    var scout = paced();
    var model =
        new FakeModel(
            (request, deltas) ->
                request.agent().equals("clerk")
                    ? cast.call(request, deltas)
                    : scout.call(request, deltas));
    var session =
        drover
            .agent("clerk")
            .model(model)
            .policy(Policy.ALLOW_ALL)
            .subagents(List.of(TaskFixture.SCOUT))
            .build()
            .open();
    var run = session.send("look");
    reached.acquire();
    goOn.release(2);
    reached.acquire(2);
    var child = TaskFixture.firstChild(drover, session.id());
    var stream = drover.queries().events(RunId.firstOf(child));
    goOn.release(3);
    var viewer = StreamViewer.of(stream);
    assertThat(viewer.replies()).containsExactly(TEXT);
    assertThat(viewer.holes()).isEmpty();
    run.await();
  }

  @Test
  @Tag("B7")
  void aReaderOfAnUnloadedSessionGetsTheWholeText() {
    try (var small = Drover.on(new MemoryStore()).loadedSessions(1).build()) {
      var agent = small.agent("clerk").model(FakeModel.playing(says(TEXT))).build();
      var run = agent.open().send("what about it?");
      run.await();
      agent.open().ask("and another");
      agent.open().ask("and another");
      assertThat(StreamViewer.of(run.events()).holes()).isEmpty();
    }
  }

  @Test
  void aReaderInAnotherProcessGetsTheWholeTextOnceItIsSettled() throws Exception {
    var store = new MemoryStore();
    try (var here = TaskFixture.on(store);
        var there = TaskFixture.on(store)) {
      var run = here.agent("clerk").model(paced()).build().open().send("what about it?");
      reached.acquire();
      var stream = there.queries().events(run.id());
      goOn.release(5);
      run.await();
      var viewer = StreamViewer.of(stream);
      assertThat(viewer.replies()).containsExactly(TEXT);
      assertThat(viewer.holes()).isEmpty();
    }
  }

  @Test
  @Tag("B3")
  void aReaderOfAnInterruptedReplySeesTheKeptPart() throws Exception {
    var said = new CountDownLatch(1);
    var session = open(new FakeModel(FakeAgents.streamingForEver("Do NOT", said)));
    var run = session.send("what about it?");
    said.await();
    session.cancel();
    run.await();
    assertThat(StreamViewer.of(run.events()).holes()).isEmpty();
  }

  @Test
  void manyReadersThatAttachDuringAFastReplyAllSeeTheWholeText() throws Exception {
    var text = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      text.append("word ").append(i).append(' ');
    }
    var whole = text.toString();
    var model =
        new FakeModel(
            (_, deltas) -> {
              for (int at = 0; at < whole.length(); at += 5) {
                deltas.accept(
                    new Delta.TextDelta(whole.substring(at, Math.min(at + 5, whole.length()))));
              }
              return says(whole);
            });
    var session = open(model);
    for (int round = 0; round < 20; round++) {
      var run = session.send("speak");
      var viewers = new ArrayList<FutureTask<StreamViewer>>();
      for (int i = 0; i < 10; i++) {
        viewers.add(new FutureTask<>(() -> StreamViewer.of(run.events())));
        Thread.startVirtualThread(viewers.getLast());
      }
      for (var viewer : viewers) {
        assertThat(viewer.get().holes()).isEmpty();
        assertThat(viewer.get().missedFragments()).isZero();
      }
    }
  }
}
