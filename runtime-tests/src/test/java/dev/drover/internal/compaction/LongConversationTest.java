package dev.drover.internal.compaction;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.NarrowModel;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.model.ModelRequest;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Conversations that are longer than the window of their model.
@Tag("C6")
@Timeout(60)
final class LongConversationTest {
  private static final int WINDOW = 32_000;
  private static final int TURNS = 500;

  /// Calls a tool for every fifth prompt, once, and answers the others at length.
  private static ModelReply talk(ModelRequest request) {
    return request.messages().getLast() instanceof Message.User(Text.Inline(var words), _)
            && words.endsWith("5.")
        ? calls("look")
        : says("Well. ".repeat(200));
  }

  private static Session open(Drover drover, NarrowModel model, String output) {
    return drover
        .agent("clerk")
        .model(model)
        .instructions("Be brief.")
        .tools(FakeTool.pure("look", _ -> done(output)))
        .policy(Policy.ALLOW_ALL)
        .loopGuard(LoopGuard.OFF)
        .maxTurns(100)
        .build()
        .open();
  }

  private static List<Event> events(Session session) {
    var events = new ArrayList<Event>();
    var page = session.page(Cursor.start(session.id()), 1_000);
    while (!page.items().isEmpty()) {
      page.items().stream().map(Notice.Happened::event).forEach(events::add);
      page = session.page(page.next(), 1_000);
    }
    return events;
  }

  private static String prompt(int turn) {
    return "This is prompt " + turn + ".";
  }

  @Test
  void fiveHundredTurnsRunWithoutErrorAndAreAllInTheJournal() {
    var model = new NarrowModel(WINDOW, 4_000, LongConversationTest::talk);
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model, "output ".repeat(2_000));
      for (int turn = 1; turn <= TURNS; turn++) {
        session.ask(prompt(turn));
        assertThat(model.asked().getLast().messages())
            .as("what is asked in turn %d", turn)
            .contains(new Message.User(Text.of(prompt(turn))));
      }
      assertThat(model.overflows()).isZero();
      var events = events(session);
      assertThat(events)
          .filteredOn(Event.RunAccepted.class::isInstance)
          .extracting(event -> ((Event.RunAccepted) event).prompt().text())
          .hasSize(TURNS)
          .contains(Text.of(prompt(1)), Text.of(prompt(TURNS)));
      assertThat(events)
          .filteredOn(
              event ->
                  event instanceof Event.ToolSettled settled
                      && settled.outcome().equals(done("output ".repeat(2_000))))
          .hasSize(TURNS / 10);
      assertThat(events).filteredOn(Event.ModelReplied.class::isInstance).hasSize(TURNS * 11 / 10);
      var shortened = shortenings(events);
      assertThat(shortened).hasSizeGreaterThan(10).allMatch(one -> one.cause() == Cause.WINDOW);
      assertThat(shortened).anyMatch(CompactionOutcome.Applied::hasSummary);
      assertThat(shortened).anyMatch(one -> !one.cut().trimmed().isEmpty());
      assertThat(model.summed())
          .hasSize((int) shortened.stream().filter(CompactionOutcome.Applied::hasSummary).count());
      assertThat(session.turnCount()).isEqualTo(TURNS * 11 / 10);
      // Each token that the provider charged is counted once.
      assertThat(session.totalUsage()).isEqualTo(model.reported());
    }
  }

  private static List<CompactionOutcome.Applied> shortenings(List<Event> events) {
    return events.stream()
        .filter(Event.HistoryCompacted.class::isInstance)
        .map(event -> ((Event.HistoryCompacted) event).shortening())
        .toList();
  }

  @Test
  void aRunLongerThanTheWindowKeepsItsPromptAndEnds() {
    var looks = new AtomicInteger();
    var model =
        new NarrowModel(
            WINDOW, 4_000, _ -> looks.incrementAndGet() <= 40 ? calls("look") : says("done"));
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model, "x".repeat(16_000));
      session.ask("Look until you have seen enough.");
      var requests = model.asked();
      assertThat(requests)
          .allMatch(
              request ->
                  request
                      .messages()
                      .contains(new Message.User(Text.of("Look until you have seen enough."))));
      assertThat(requests).hasSize(41);
      assertThat(shortenings(events(session)))
          .hasSizeGreaterThan(2)
          .allMatch(one -> one.cut().dropped() == 0);
      assertThat(model.overflows()).isZero();
      assertThat(session.lastTurnUsage().input()).isLessThan(WINDOW);
      assertThat(session.totalUsage()).isEqualTo(model.reported());
    }
  }

  @Test
  void thePromptOfTheUserSurvivesRepeatedSummaries() {
    var turns = new AtomicInteger();
    var model =
        new NarrowModel(
            WINDOW, 4_000, _ -> turns.incrementAndGet() <= 60 ? thinking() : says("done"));
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model, "seen");
      session.ask("Before this.");
      turns.set(0);
      session.ask("Look until you have seen enough.");
      assertThat(shortenings(events(session)))
          .hasSizeGreaterThan(4)
          .allMatch(CompactionOutcome.Applied::hasSummary);
      assertThat(model.asked().subList(model.asked().size() - 61, model.asked().size()))
          .allMatch(
              request ->
                  request
                      .messages()
                      .contains(new Message.User(Text.of("Look until you have seen enough."))));
      // Each summary includes the previous one.
      assertThat(model.summed().getLast().messages().toString()).contains(NarrowModel.SUMMARY);
      assertThat(model.overflows()).isZero();
      assertThat(session.totalUsage()).isEqualTo(model.reported());
    }
  }

  /// A long text and a call of `look`.
  private static ModelReply thinking() {
    var blocks = new ArrayList<>(says("I wonder. ".repeat(600)).blocks());
    blocks.addAll(calls("look").blocks());
    return new ModelReply(blocks, ModelReply.StopReason.CALLS, Usage.NONE);
  }

  @Test
  @Tag("C1")
  void aRequestExtendsThePreviousOneUnlessACompactionEventIsBetweenThem() {
    var model = new NarrowModel(WINDOW, 4_000, LongConversationTest::talk);
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model, "output ".repeat(2_000));
      for (int turn = 1; turn <= 80; turn++) {
        session.ask(prompt(turn));
      }
      var requests = model.asked();
      int breaks = 0;
      for (int i = 1; i < requests.size(); i++) {
        var before = requests.get(i - 1);
        var now = requests.get(i);
        assertThat(now.instructions()).isEqualTo(before.instructions());
        assertThat(now.tools()).isEqualTo(before.tools());
        breaks += extend(now.messages(), before.messages()) ? 0 : 1;
      }
      assertThat(breaks).isEqualTo(shortenings(events(session)).size()).isPositive();
    }
  }

  private static boolean extend(List<Message> now, List<Message> before) {
    return now.size() > before.size() && now.subList(0, before.size()).equals(before);
  }
}
