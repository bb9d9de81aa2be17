package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Block;
import dev.drover.kernel.Chain;
import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Agent;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.RunReport;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.HandOffRefused;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.task.Subagent;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Conversations that are handed on, through the public API.
@Tag("B15")
@Timeout(60)
final class HandOffLawTest {
  private static final SessionId FIRST = new SessionId("s-first");
  private static final SessionId NEXT = new SessionId("s-first-e2");
  private static final String MESSAGE = "Give Anna her money back.";

  private final List<List<Message>> seenByBilling = new ArrayList<>();

  private static ModelReply calls(String... calls) {
    var blocks = new ArrayList<Block>();
    for (int i = 0; i < calls.length; i += 2) {
      blocks.add(new Block.Call(new ToolCall("c" + i, calls[i], Text.of(calls[i + 1]))));
    }
    return new ModelReply(blocks, StopReason.CALLS, new Usage(10, 2, 0, 0, 0));
  }

  private static String to(String agent) {
    return "{\"agent\":\"%s\",\"message\":\"%s\"}".formatted(agent, MESSAGE);
  }

  private static String last(ModelRequest request) {
    return switch (request.messages().getLast()) {
      case Message.User(var text, _) -> request.read(text);
      case Message.Assistant _ -> "";
      case Message.ToolResult result -> result.outcome().toString();
    };
  }

  /// Hands refunds on to billing, and answers everything else.
  private static AgentBuilder clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(
            new FakeModel(
                (request, _) ->
                    last(request).equals("refund")
                        ? calls("hand_off", to("billing"))
                        : says("clerk: " + last(request))))
        .policy(Policy.ALLOW_ALL)
        .successor("billing", "refunds and invoices");
  }

  private Agent billing(Drover drover) {
    return drover
        .agent("billing")
        .model(
            new FakeModel(
                (request, _) -> {
                  seenByBilling.add(List.copyOf(request.messages()));
                  return says("billing: " + last(request));
                }))
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  private static List<Recorded> journal(Drover drover, SessionId session) {
    return drover.archive().page(Cursor.start(session), 10_000).items().stream()
        .map(Notice.Happened::entry)
        .toList();
  }

  private static void assertStrictlyReplayed(Drover drover, SessionId session) {
    assertThat(Replay.of(journal(drover, session))).isInstanceOf(ReplayReport.class);
  }

  @Test
  void aRunEndsByHandingOnAndPromptsToTheFirstSessionReachTheSecond() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("hello");
      var run = session.send("refund");
      var report = run.await();
      assertThat(report.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(report.text()).isEqualTo(MESSAGE);
      var there = new SessionId("s-first-e3");
      assertThat(report.goesOn())
          .contains(new RunReport.Successor(there, new RunId(there.value())));
      assertThat(run.awaitLast().text()).isEqualTo("billing: " + MESSAGE);
      assertThat(session.successor()).contains(there);
      long events = session.eventCount();
      assertThat(session.ask("thanks").text()).isEqualTo("billing: thanks");
      assertThat(session.eventCount()).isEqualTo(events);
      assertThat(seenByBilling.getLast())
          .hasSize(9)
          .startsWith(new Message.User(Text.of("hello")))
          .endsWith(new Message.User(Text.of("thanks")));
      assertStrictlyReplayed(drover, FIRST);
      assertStrictlyReplayed(drover, there);
    }
  }

  @Test
  void askGivesTheAnswerOfWhoeverGoesOn() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      assertThat(clerk(drover).build().open(FIRST).ask("refund").text())
          .isEqualTo("billing: " + MESSAGE);
    }
  }

  @Test
  void theEndOfTheRunAndTheBeginningOfTheNextAreOneAppend() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("refund");
      var own = journal(drover, FIRST);
      assertThat(own.subList(own.size() - 4, own.size()))
          .extracting(entry -> entry.event().getClass().getSimpleName())
          .containsExactly("ToolSettled", "ReplyInterrupted", "SessionHandedOff", "RunFinished");
      var there = journal(drover, NEXT);
      assertThat(there.subList(0, own.size())).isEqualTo(own);
      assertThat(there.subList(own.size(), own.size() + 3))
          .extracting(entry -> entry.event().getClass().getSimpleName())
          .containsExactly("SessionForked", "RecipeAdopted", "RunAccepted");
      assertThat(there).extracting(Recorded::event).noneMatch(Event.RunRecovered.class::isInstance);
    }
  }

  @Test
  void theHostHandsOnToo() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("hello");
      var run = session.handOff("billing", "Take over.");
      assertThat(run.await().text()).isEqualTo("billing: Take over.");
      assertThat(session.successor()).contains(run.session());
      assertThat(session.ask("and now?").text()).isEqualTo("billing: and now?");
      assertThatThrownBy(() -> session.handOff("billing", "again"))
          .isInstanceOf(HandOffRefused.class)
          .hasMessageContaining("goes on in session " + run.session());
      assertThatThrownBy(() -> session.handOff("nobody", "again"))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("nobody");
      assertStrictlyReplayed(drover, FIRST);
    }
  }

  @Test
  void aSessionAtWorkIsNotHandedOnByTheHost() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = Fakes.talker(drover, begun).open(FIRST);
      session.send("talk");
      begun.await();
      assertThatThrownBy(() -> session.handOff("billing", "Take over."))
          .isInstanceOf(SessionBusy.class);
      assertThat(session.successor()).isEmpty();
    }
  }

  @Test
  void sixteenTimesAndNotOnceMore() {
    try (var drover = Drover.inMemory()) {
      var passing =
          drover
              .agent("passing")
              .model(
                  new FakeModel(
                      (request, _) ->
                          last(request).startsWith("Failed")
                              ? says("I stay: " + last(request))
                              : calls("hand_off", to("passing"))))
              .policy(Policy.ALLOW_ALL)
              .successor("passing", "anything")
              .build();
      var session = passing.open(FIRST);
      assertThat(session.ask("go").text())
          .isEqualTo(
              "I stay: Failed[reason=Inline[value=the conversation was handed on 16 times already;"
                  + " go on yourself]]");
      assertThat(drover.archive().sessions()).hasSize(1 + Chain.MOST);
      var end = drover.archive().sessions().getLast().session();
      assertThatThrownBy(() -> passing.open(end, OpenMode.RESUME).handOff("passing", "once more"))
          .isInstanceOf(HandOffRefused.class)
          .hasMessageContaining("16 times");
      // It reaches the end of the chain, and stays there.
      assertThat(session.ask("and now?").text()).startsWith("I stay");
      assertThat(drover.archive().sessions()).hasSize(1 + Chain.MOST);
    }
  }

  @Test
  @Tag("B2")
  void promptsThatWaitGoOnWithTheConversation() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session =
          clerk(drover)
              .model(
                  new FakeModel(
                      (request, _) ->
                          last(request).equals("refund")
                              ? calls("look", "{}", "hand_off", to("billing"), "look", "{}")
                              : says("clerk")))
              .tools(
                  FakeTool.unsafe(
                      "look",
                      _ -> {
                        begun.countDown();
                        goOn.await();
                        return Fakes.done("seen");
                      }))
              .build()
              .open(FIRST);
      var run = session.send("refund");
      begun.await();
      var waiting = session.send(Ask.of("and a receipt").whenBusy(WhenBusy.QUEUE).withKey("k"));
      goOn.countDown();
      assertThat(run.awaitLast().text()).isEqualTo("billing: " + MESSAGE);
      assertThat(waiting.await().goesOn().map(RunReport.Successor::session))
          .isEqualTo(run.await().goesOn().map(RunReport.Successor::session));
      assertThat(waiting.awaitLast().text()).isEqualTo("billing: and a receipt");
      assertStrictlyReplayed(drover, FIRST);
      assertStrictlyReplayed(drover, run.await().goesOn().orElseThrow().session());
    }
  }

  @Test
  @Tag("F1")
  void whoeverHasChildrenAtWorkIsToldToWaitForThem() throws Exception {
    var goOn = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session =
          clerk(drover)
              .model(
                  new FakeModel(
                      (request, _) -> {
                        if (request.agent().equals("clerk/scout")) {
                          goOn.await();
                          return says("found");
                        }
                        return last(request).equals("refund")
                            ? calls(
                                "task",
                                "{\"agent\":\"scout\",\"prompt\":\"look\",\"background\":true}",
                                "hand_off",
                                to("billing"))
                            : says("clerk: " + last(request));
                      }))
              .subagents(List.of(Subagent.of("scout", "finds things", "Find it.")))
              .build()
              .open(FIRST);
      assertThat(session.ask("refund").text()).contains("1 tasks are going");
      assertThat(session.successor()).isEmpty();
      goOn.countDown();
    }
  }

  @Test
  void anAgentThatIsNotThereIsToldToTheModelAndTheRunGoesOn() {
    try (var drover = Drover.inMemory()) {
      var session = clerk(drover).build().open(FIRST);
      assertThat(session.ask("refund").text()).contains("agent 'billing' is not at work here");
      assertThat(session.successor()).isEmpty();
    }
  }

  @Test
  @Tag("B12")
  void aForkOfASessionThatHandedOnHasTheConversationForItself() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("refund");
      var fork = session.fork();
      assertThat(fork.successor()).isEmpty();
      assertThat(fork.ask("hello").text()).isEqualTo("clerk: hello");
    }
  }

  @Test
  @Tag("B10")
  void aSuccessorThatWasDeletedIsNamed() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("refund");
      assertThat(drover.delete(NEXT)).isTrue();
      assertThatThrownBy(() -> session.ask("hello"))
          .isInstanceOf(SessionDeleted.class)
          .hasMessageContaining(NEXT.value());
    }
  }

  @Test
  void theLinkHoldsAfterARestartAndInAnotherProcess(@TempDir Path folder) {
    var file = folder.resolve("store.db");
    try (var drover = Drover.on(SqliteStore.open(file)).build()) {
      billing(drover);
      clerk(drover).build().open(FIRST).ask("refund");
    }
    try (var one = Drover.on(SqliteStore.open(file)).build();
        var other = Drover.on(SqliteStore.open(file)).build()) {
      billing(one);
      billing(other);
      clerk(one).build();
      assertThat(clerk(other).build().open(FIRST).ask("there?").text())
          .isEqualTo("billing: there?");
      assertThat(one.archive().state(NEXT).totals().runs()).isEqualTo(2);
    }
  }

  @Test
  @Tag("B2")
  void aPromptThatWaitsInTheInboxWhileItIsHandedOnReachesTheSuccessor(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("store.db");
    var handingOn = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var slow =
        new StoreWrapper(SqliteStore.open(file)) {
          @Override
          public Journal journal() {
            return new JournalWrapper(super.journal()) {
              @Override
              public void append(Append append) {
                if (append.successor().isPresent()) {
                  handingOn.countDown();
                  HandOffLawTest.await(goOn);
                }
                super.append(append);
              }
            };
          }
        };
    var store = SqliteStore.open(file);
    try (var one = Drover.on(slow).build();
        var other = Drover.on(store).build();
        var sender = Executors.newVirtualThreadPerTaskExecutor()) {
      billing(one);
      billing(other);
      var first = clerk(one).build().open(FIRST).send("refund");
      handingOn.await();
      var second = clerk(other).build().open(FIRST, OpenMode.RESUME);
      var sent = sender.submit(() -> second.send(Ask.of("and a receipt").whenBusy(WhenBusy.QUEUE)));
      while (store.inbox().waiting(FIRST, 1).isEmpty()) {
        Thread.onSpinWait();
      }
      goOn.countDown();
      assertThat(first.awaitLast().text()).isEqualTo("billing: " + MESSAGE);
      assertThat(sent.get().session()).isEqualTo(NEXT);
      assertThat(sent.get().await().text()).isEqualTo("billing: and a receipt");
      assertThat(store.inbox().waiting(FIRST, 1)).isEmpty();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  @Tag("A12")
  void aHandOffThatIsKilledAfterAnyAppendEndsAsItWouldHaveOnMemory() {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("A12")
  void aHandOffThatIsKilledAfterAnyAppendEndsAsItWouldHaveOnSqlite(@TempDir Path folder) {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private void cutEverywhere(Supplier<Store> stores) {
    // Open, accept, reply and start, hand on and begin, reply and finish.
    int appends = 5;
    try (var store = stores.get()) {
      var whole = new MortalStore(store, MortalStore.IMMORTAL);
      live(whole);
      assertThat(whole.appends()).isEqualTo(appends);
    }
    for (int cut = 1; cut <= appends; cut++) {
      try (var store = stores.get()) {
        live(new MortalStore(store, cut));
        live(new MortalStore(store, MortalStore.IMMORTAL));
        try (var reader = Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build()) {
          assertThat(reader.archive().sessions()).as("cut %d", cut).hasSize(2);
          assertThat(ends(reader, FIRST)).as("cut %d", cut).containsExactly(handedOn());
          assertThat(ends(reader, NEXT))
              .as("cut %d", cut)
              .containsExactly(
                  handedOn(), new RunOutcome.Completed(Text.of("billing: " + MESSAGE)));
          assertStrictlyReplayed(reader, FIRST);
          assertStrictlyReplayed(reader, NEXT);
        }
      }
    }
  }

  private static RunOutcome handedOn() {
    return new RunOutcome.HandedOff(NEXT, new RunId(NEXT.value()), Text.of(MESSAGE));
  }

  private static List<RunOutcome> ends(Drover drover, SessionId session) {
    return journal(drover, session).stream()
        .filter(entry -> entry.event() instanceof Event.RunFinished)
        .map(entry -> ((Event.RunFinished) entry.event()).outcome())
        .toList();
  }

  /// One process, from its start to its end or its death.
  private void live(MortalStore store) {
    var drover = Drover.on(store).build();
    try {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      var run = session.send(Ask.of("refund").withKey("once"));
      var id = run.id();
      while (!store.isDead()) {
        var report = drover.archive().report(id);
        if (report.isEmpty()) {
          run.await(Duration.ofMillis(5));
        } else if (report.get().successor() == null) {
          return;
        } else {
          id = report.get().goesOn().orElseThrow().run();
        }
      }
    } catch (DroverException dead) {
      if (!store.isDead()) {
        throw dead;
      }
    } finally {
      drover.disconnect();
    }
  }
}
