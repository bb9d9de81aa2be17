package dev.drover.internal.admit;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.HookMark.Action;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.RunKeyConflict;
import dev.drover.problem.RequestRefused.PromptDenied;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Hooks that run before a prompt is delivered.
@Tag("E6")
@Timeout(60)
final class PromptGateTest {
  /// SHA-256 of `Hello!`.
  private static final String HELLO_DIGEST =
      "334d016f755cd6dc58c53a86e183882f8ec14f52fb05345887c8a5edd42c87b7";

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /// The prompts that hooks were asked about.
  private final List<String> asked = new CopyOnWriteArrayList<>();

  private final FakeModel model = FakeModel.playing(says("fine"));

  /// Replaces every name with `Ann`, and denies exclamation marks.
  private final Hook manners =
      Hook.beforePrompt(
          "manners",
          submitted -> {
            var prompt = submitted.prompt();
            asked.add(prompt);
            if (prompt.endsWith("!")) {
              return GateOutcome.deny("say it calmly");
            }
            return prompt.contains("Bob")
                ? new GateOutcome.Rewrite(prompt.replace("Bob", "Ann"), "names")
                : GateOutcome.proceed();
          });

  private Session open(Drover drover, FakeModel mind, Hook... hooks) {
    var agent =
        drover
            .agent("clerk")
            .model(mind)
            .tools(FakeTool.waiting(begun, goOn))
            .policy(Policy.ALLOW_ALL);
    List.of(hooks).forEach(agent::hook);
    return agent.build().open();
  }

  private static List<Event> events(Session session) {
    return session.page(Cursor.start(session.id()), 500).items().stream()
        .map(notice -> notice.event())
        .toList();
  }

  private static <E extends Event> List<E> events(Session session, Class<E> kind) {
    return events(session).stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Test
  void theModelGetsTheRewrittenPromptAndTheJournalNamesTheHook() {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model, manners);
      session.ask("Write to Bob.");
      assertThat(model.requests().getFirst().messages())
          .containsExactly(new Message.User(Text.of("Write to Ann.")));
      assertThat(events(session, Event.RunAccepted.class).getFirst().prompt().rewording().marks())
          .containsExactly(new HookMark("manners", Action.REWROTE, "names"));
      session.ask("Thanks.");
      assertThat(events(session, Event.RunAccepted.class).getLast().prompt().rewording().isEmpty())
          .isTrue();
    }
  }

  @Test
  void aDeniedPromptIsAnErrorThatNamesTheHookAndStartsNothing() {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model, manners);
      session.ask("Hello.");
      var before = events(session);
      var history = session.history();
      assertThatExceptionOfType(PromptDenied.class)
          .isThrownBy(() -> session.send("Hello!"))
          .satisfies(
              denied -> {
                assertThat(denied.problem().code()).isEqualTo("prompt_denied");
                assertThat(denied.hook()).isEqualTo("manners");
                assertThat(denied.reason()).isEqualTo("say it calmly");
              });
      var journal = new ArrayList<>(before);
      journal.add(
          new Event.PromptDenied(
              new PromptDenial(
                  "user",
                  HELLO_DIGEST,
                  List.of(new HookMark("manners", Action.DENIED, "say it calmly")))));
      assertThat(events(session)).isEqualTo(journal);
      assertThat(session.history()).isEqualTo(history);
      assertThat(session.runs()).hasSize(1);
      assertThat(session.isIdle()).isTrue();
      assertThat(session.ask("Hello again.").text()).isEqualTo("fine");
    }
  }

  @Test
  @Tag("B8")
  void theJournalNamesTheDeniedSenderAndTheHooksThatRewroteThePrompt() {
    var names = Hook.beforePrompt("names", _ -> GateOutcome.rewrite("Hello Ann!"));
    try (var drover = Drover.inMemory()) {
      var agent = drover.agent("clerk").model(model).hook(names).hook(manners).build();
      var session = agent.as(Identity.ofTenant("acme").principal("bob")).open();
      assertThatExceptionOfType(PromptDenied.class).isThrownBy(() -> session.ask("Hello!"));
      assertThat(events(session, Event.PromptDenied.class))
          .containsExactly(
              new Event.PromptDenied(
                  new PromptDenial(
                      "bob",
                      HELLO_DIGEST,
                      List.of(
                          new HookMark("names", Action.REWROTE, ""),
                          new HookMark("manners", Action.DENIED, "say it calmly")))));
    }
  }

  @Test
  @Tag("A13")
  void aDenialSurvivesItsProcessAndHooksAreNotAskedAgain(@TempDir Path folder) {
    try (var drover = Drover.embedded(folder)) {
      var session = open(drover, model, manners);
      assertThatExceptionOfType(PromptDenied.class).isThrownBy(() -> session.ask("Hello!"));
      asked.clear();
      try (var other = Drover.embedded(folder)) {
        var again = reopen(other, session.id());
        assertThat(events(again, Event.PromptDenied.class)).hasSize(1);
        assertThat(again.runs()).isEmpty();
        assertThat(again.ask("Hello.").text()).isEqualTo("fine");
        assertThat(asked).containsExactly("Hello.");
        assertThat(Replay.of(journal(again))).isInstanceOf(ReplayReport.class);
      }
    }
  }

  @Test
  void aDenialInAnotherProcessIsWrittenByTheDrivingProcess(@TempDir Path folder) throws Exception {
    var mind = FakeModel.playing(calls("wait"), says("heard"));
    try (var driving = Drover.embedded(folder);
        var other = Drover.embedded(folder)) {
      var session = open(driving, mind, manners);
      var run = session.send("Begin.");
      begun.await();
      try (var events = session.events(new Cursor(session.id(), session.eventCount()))) {
        var there = reopen(other, session.id());
        assertThatExceptionOfType(PromptDenied.class).isThrownBy(() -> there.steer("Now!"));
        assertThat(events.next(Duration.ofSeconds(10)))
            .get()
            .extracting(notice -> ((Notice.Happened) notice).event())
            .isInstanceOf(Event.PromptDenied.class);
      }
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("heard");
      assertThat(events(session, Event.TextSteered.class)).isEmpty();
    }
  }

  private Session reopen(Drover drover, SessionId session) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(says("fine")))
        .tools(FakeTool.unsafe("wait", _ -> done("waited")))
        .policy(Policy.ALLOW_ALL)
        .hook(manners)
        .build()
        .open(session);
  }

  private static List<RecordedEvent> journal(Session session) {
    return session.page(Cursor.start(session.id()), 500).items().stream()
        .map(Notice.Happened::entry)
        .toList();
  }

  @Test
  void aGateThatThrowsOrTimesOutDeniesThePrompt() {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      session
          .hooks()
          .register(
              Hook.beforePrompt(
                  "broken",
                  _ -> {
                    throw new IllegalStateException("no connection");
                  }));
      assertThatExceptionOfType(PromptDenied.class)
          .isThrownBy(() -> session.ask("Hello."))
          .withMessageContaining("hook broken")
          .withMessageContaining("no connection");
      session.hooks().unregister("broken");
      session
          .hooks()
          .register(
              Hook.beforePrompt(
                      "slow",
                      _ -> {
                        new CountDownLatch(1).await();
                        return GateOutcome.proceed();
                      })
                  .within(Duration.ofMillis(30)));
      assertThatExceptionOfType(PromptDenied.class)
          .isThrownBy(() -> session.ask("Hello."))
          .withMessageContaining("hook slow")
          .withMessageContaining("did not answer within PT0.03S");
      assertThat(model.requests()).isEmpty();
      session.hooks().unregister("slow");
      assertThat(session.ask("Hello.").text()).isEqualTo("fine");
    }
  }

  @Test
  void aPromptThatAHookEmptiesIsDenied() {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model, Hook.beforePrompt("eraser", _ -> GateOutcome.rewrite(" ")));
      assertThatExceptionOfType(PromptDenied.class)
          .isThrownBy(() -> session.ask("Hello."))
          .withMessageContaining("eraser")
          .withMessageContaining("it is empty");
    }
  }

  @Test
  @Tag("A10")
  void aUsedKeySkipsTheHooksAndIsComparedByTheSentText() {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model, manners);
      var first = session.send(Ask.of("Write to Bob.").withKey("k"));
      first.await();
      var second = session.send(Ask.of("Write to Bob.").withKey("k"));
      assertThat(second.id()).isEqualTo(first.id());
      assertThat(asked).containsExactly("Write to Bob.");
      // The rewritten text is another prompt than the one that was sent.
      assertThatExceptionOfType(RunKeyConflict.class)
          .isThrownBy(() -> session.send(Ask.of("Write to Ann.").withKey("k")));
      assertThat(asked).containsExactly("Write to Bob.");
      assertThat(session.runs()).hasSize(1);
    }
  }

  @Test
  @Tag("B2")
  void steeringTextsAndQueuedPromptsPassTheSameHooks() throws Exception {
    var mind = FakeModel.playing(calls("wait"), says("heard"), says("next"));
    try (var drover = Drover.inMemory()) {
      var session = open(drover, mind, manners);
      var run = session.send("Begin.");
      begun.await();
      session.steer("Ask Bob.");
      var queued = session.send(Ask.of("Tell Bob.").whenBusy(WhenBusy.QUEUE));
      assertThatExceptionOfType(PromptDenied.class).isThrownBy(() -> session.steer("Now!"));
      assertThat(events(session, Event.PromptDenied.class)).hasSize(1);
      goOn.countDown();
      run.await();
      queued.await();
      var byManners = List.of(new HookMark("manners", Action.REWROTE, "names"));
      assertThat(events(session, Event.TextSteered.class))
          .singleElement()
          .satisfies(
              steered -> {
                assertThat(steered.text()).isEqualTo(Text.of("Ask Ann."));
                assertThat(steered.rewording().marks()).isEqualTo(byManners);
              });
      assertThat(events(session, Event.PromptQueued.class))
          .singleElement()
          .satisfies(
              waiting -> {
                assertThat(waiting.prompt().text()).isEqualTo(Text.of("Tell Ann."));
                assertThat(waiting.prompt().rewording().marks()).isEqualTo(byManners);
              });
      assertThat(mind.requests().get(1).messages()).contains(new Message.User(Text.of("Ask Ann.")));
    }
  }

  @Test
  @Tag("E9")
  void aHookSeesNoSecretsAndCannotAddAny() {
    var token = "ghp" + "_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
    try (var drover = Drover.inMemory()) {
      var session =
          open(
              drover,
              model,
              Hook.beforePrompt(
                  "leaky",
                  submitted -> {
                    asked.add(submitted.prompt());
                    return GateOutcome.rewrite("Use " + token);
                  }));
      session.ask("It is " + token);
      assertThat(asked).containsExactly("It is [redacted github-token]");
      assertThat(model.requests().getFirst().messages())
          .containsExactly(new Message.User(Text.of("Use [redacted github-token]")));
      assertThat(events(session).toString()).doesNotContain(token);
    }
  }
}
