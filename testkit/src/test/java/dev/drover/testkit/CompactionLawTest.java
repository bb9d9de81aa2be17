package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Compaction;
import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Letting the model forget the older part of what was said.
@Tag("B9")
@Timeout(60)
final class CompactionLawTest {
  private static final SessionId SESSION = new SessionId("s-trimmed");

  private final MemoryStore store = new MemoryStore();

  /// Calls a tool for the first prompt, and answers the others with a word.
  private final FakeModel model =
      new FakeModel(
          (request, _) ->
              request.messages().getLast() instanceof Message.User(var text, _)
                      && text.equals(Text.of("first"))
                  ? calls("look")
                  : says("well"));

  private Drover runtime() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
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
  void theNextRequestHasTheLastExchangeAndNothingBeforeIt() {
    try (var drover = runtime()) {
      var session = open(drover);
      session.ask("first");
      session.ask("second");
      assertThat(session.compact(1)).get().extracting(Compaction::dropped).isEqualTo(4);
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
  void whatWasTrimmedIsInTheJournalAndStaysTrimmedInTheNextProcess() {
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
  void nothingIsTrimmedWhileARunIsGoing() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var session = Fakes.talker(drover, begun).open();
      session.send("talk");
      begun.await();
      assertThatThrownBy(() -> session.compact(1)).isInstanceOf(SessionBusy.class);
      assertThat(session.compactions()).isEmpty();
      session.cancel();
    }
  }
}
