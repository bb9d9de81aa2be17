package dev.drover.internal.compaction;

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
import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Trimming the older part of a conversation.
@Tag("B9")
@Timeout(60)
final class CompactionLawTest {
  private static final SessionId SESSION = new SessionId("s-trimmed");

  private final MemoryStore store = new MemoryStore();

  /// Calls a tool for the first prompt, and answers the others briefly.
  private final FakeModel model =
      new FakeModel(
          (request, _) ->
              request.messages().getLast() instanceof Message.User(var text, _)
                      && text.equals(Text.of("first"))
                  ? calls("look")
                  : says("well"));

  private Drover runtime() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  private Session open(Drover drover) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(FakeTool.pure("look", _ -> done("seen")))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION);
  }

  @Test
  @Tag("C6")
  void theNextRequestHasOnlyTheLastExchange() {
    try (var drover = runtime()) {
      var session = open(drover);
      session.ask("first");
      session.ask("second");
      assertThat(session.compact(1)).get().extracting(CompactionRecord::dropped).isEqualTo(4);
      session.ask("third");
      assertThat(model.requests().getLast().messages())
          .containsExactly(
              new Message.User(Text.of("second")),
              new Message.Assistant(says("well").blocks(), Message.Ending.WHOLE),
              new Message.User(Text.of("third")));
      assertThat(session.compact(9)).isEmpty();
    }
  }

  @Test
  @Tag("A13")
  void trimmedMessagesStayInTheJournalAndTrimmedInTheNextProcess() {
    var lost = runtime();
    var first = open(lost);
    first.ask("first");
    first.ask("second");
    var compaction = first.compact(1).orElseThrow();
    try (var drover = runtime()) {
      var session = open(drover);
      assertThat(session.history()).hasSize(2);
      assertThat(session.compactions()).containsExactly(compaction);
      assertThat(compaction.kept()).isEqualTo(2);
      assertThat(session.page(Cursor.start(SESSION), 100).items())
          .extracting(Notice.Happened::event)
          .contains(new Event.HistoryCompacted("user", 4, 2))
          .anyMatch(
              event ->
                  event instanceof Event.RunAccepted(_, var prompt, _)
                      && prompt.text().equals(Text.of("first")));
    } finally {
      lost.disconnect();
    }
  }

  @Test
  @Tag("B2")
  void nothingIsTrimmedDuringARun() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var session = FakeAgents.talker(drover, begun).open();
      session.send("talk");
      begun.await();
      assertThatThrownBy(() -> session.compact(1)).isInstanceOf(SessionBusy.class);
      assertThat(session.compactions()).isEmpty();
      session.cancel();
    }
  }
}
