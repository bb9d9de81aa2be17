package dev.drover.model.http.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Attachment;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.RunReport;
import dev.drover.Session;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.session.ModelRetries;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireProtocol;
import dev.drover.testkit.wire.WireRequest;
import dev.drover.testkit.wire.WireTurn;
import dev.drover.watch.Notice;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The requests of a session over its whole life, through the runtime and a store, in several
/// processes: each request begins with the previous one, byte for byte, so that the provider has it
/// in its cache.
@Tag("C1")
public abstract class PrefixSuite extends ProviderFixture {
  private static final SessionId SESSION = new SessionId("s-prefix");

  /// The cache marks move from request to request, and are not part of the cached content.
  private static final String MARK = ",\"cache_control\":{\"type\":\"ephemeral\"}";

  private static final Pattern CLOSERS = Pattern.compile("[\\]}\"]+$");
  private static final Pattern MARKS = Pattern.compile(Pattern.quote(MARK));

  private static final WireTurn LOOKS =
      WireTurn.think("Look first.", "SEAL")
          .thenSay("I look.")
          .thenCall("call_1", "look", "{\"at\":\"ledger\"}")
          .thenCall("call_2", "look", "{\"at\":\"safe\"}");

  @Test
  void eachRequestBeginsWithThePreviousOneThroughToolsHooksSteeringAndRestarts(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("prefix.db");
    firstProcess(file);
    secondProcess(file);
    thirdProcess(file);
    var bodies = provider().requests().stream().map(WireRequest::body).toList();
    assertThat(bodies).hasSize(6);
    assertInOrder(
        bodies.getLast(),
        "Count the money.",
        "the ledger twice",
        "And hurry.",
        "Pay it.",
        "paid",
        "Good. And now?");
    for (int i = 1; i < bodies.size(); i++) {
      var before = CLOSERS.matcher(bodies.get(i - 1).replace(MARK, "")).replaceFirst("");
      assertThat(bodies.get(i).replace(MARK, ""))
          .as("request %d", i + 1)
          .startsWith(before)
          .hasSizeGreaterThan(before.length());
    }
    bodies.forEach(this::assertMarks);
  }

  /// Only one provider needs marks: on the system text, the tools, and the last two user turns.
  private void assertMarks(String body) {
    long marks = MARKS.matcher(body).results().count();
    if (subject().protocol() == WireProtocol.MESSAGES) {
      assertThat(marks).isBetween(3L, 4L);
    } else {
      assertThat(marks).isZero();
    }
  }

  /// Two concurrent tools, hooks that rewrite calls and results, a steering message in between, and
  /// an attachment.
  private void firstProcess(Path file) throws InterruptedException {
    provider().then(ServerAction.play(LOOKS), ServerAction.play(WireTurn.say("There are 12.")));
    var picture = Attachment.of("image/png", "a picture".getBytes(StandardCharsets.US_ASCII));
    live(
        file,
        session ->
            assertThat(ended(session.send(Ask.of("Count the money.").with(picture))).text())
                .isEqualTo("There are 12."));
  }

  /// The process ends while a person is asked.
  private void secondProcess(Path file) throws InterruptedException {
    provider().then(ServerAction.play(WireTurn.call("call_3", "pay", "{\"at\":\"bank\"}")));
    live(
        file,
        session -> {
          try (var events = session.send("Pay it.").events()) {
            for (var notice : events) {
              if (notice instanceof Notice.Happened happened
                  && happened.event() instanceof Event.ApprovalRequested) {
                return;
              }
            }
          }
        });
  }

  /// Another process continues the run, and starts the next.
  private void thirdProcess(Path file) throws InterruptedException {
    provider()
        .then(
            ServerAction.refuse(529, "overloaded_error", "busy"),
            ServerAction.play(WireTurn.say("It is paid.")),
            ServerAction.play(WireTurn.say("Nothing.")));
    live(
        file,
        session -> {
          assertThat(session.awaitIdle(SOON)).isTrue();
          assertThat(ended(session.send("Good. And now?")).text()).isEqualTo("Nothing.");
        });
  }

  private static RunReport ended(Run run) {
    return run.await(SOON).orElseThrow();
  }

  /// One process, from its start to its end. Only the store remains.
  private void live(Path file, Consumer<Session> life) {
    try (var store = Drover.openEmbedded(file)) {
      var drover =
          Drover.on(store)
              .retries(new ModelRetries(5, Duration.ofMillis(1), Duration.ofMillis(2), 0))
              .build();
      var running = new AtomicReference<Session>();
      var session = agent(drover, running).open(SESSION);
      running.set(session);
      for (var question : drover.approvals().open()) {
        drover
            .approvals()
            .answer(question.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "ann");
      }
      life.accept(session);
      drover.disconnect();
    }
  }

  private Agent agent(Drover drover, AtomicReference<Session> running) {
    return drover
        .agent("clerk")
        .model(model())
        .instructions("Count well.")
        .tools(
            new TestTool("pay", _ -> "paid"),
            new TestTool(
                "look",
                call -> {
                  if (call.arguments().contains("safe")) {
                    running.get().send(Ask.of("And hurry.").whenBusy(WhenBusy.STEER));
                  }
                  return "looked";
                }))
        .policy(Policy.ALLOW_ALL.asking("pay"))
        .hook(
            Hook.beforeTool(
                "careful",
                point ->
                    point.arguments().contains("ledger")
                        ? GateOutcome.rewrite("{\"at\":\"the ledger twice\"}")
                        : GateOutcome.proceed()))
        .hook(
            Hook.afterTool(
                "scribe",
                point ->
                    point.tool().equals("look")
                        ? Optional.of("look at " + point.arguments())
                        : Optional.empty()))
        .build();
  }

  /// @param body computes the result
  private record TestTool(String name, Function<ToolInvocation, String> body) implements AgentTool {
    @Override
    public ToolSpec spec() {
      return new ToolSpec(
          name,
          "Goes to " + name + ".",
          "{\"type\":\"object\",\"properties\":{\"at\":{\"type\":\"string\"}}}",
          new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.PARALLEL));
    }

    @Override
    public ToolAnswer call(ToolInvocation call) {
      return new ToolOutcome.Succeeded(Text.of(body.apply(call)));
    }
  }

  @Test
  @Tag("C8")
  @Tag("C2")
  void aFallbackModelGetsTheSameConversationWithoutSealedBlocks() {
    provider()
        .then(
            ServerAction.play(LOOKS),
            ServerAction.refuse(401, "authentication_error", "no"),
            ServerAction.play(WireTurn.say("There are 12.")));
    try (var drover = Drover.inMemory()) {
      var session =
          drover
              .agent("clerk")
              .model(model())
              .fallback(builder().build().model("another"))
              .tools(new TestTool("look", _ -> "looked"))
              .policy(Policy.ALLOW_ALL)
              .build()
              .open();
      assertThat(ended(session.send("Count the money.")).text()).isEqualTo("There are 12.");
    }
    var sent = provider().requests();
    assertThat(sent).hasSize(3);
    var sealed = subject().sealed().replace("Think.", "Look first.");
    assertThat(sent.get(1).body()).contains(sealed);
    assertThat(sent.get(2).body()).doesNotContain(sealed);
    assertInOrder(sent.get(2).body(), "Count the money.", "I look.", "looked", "looked");
    assertThat(sent.get(2).target() + sent.get(2).body()).contains("another");
  }
}
