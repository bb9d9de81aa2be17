package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Event;
import dev.drover.kernel.Label;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Attachment;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Inquiry;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Session;
import dev.drover.runtime.command.Command;
import dev.drover.runtime.command.CommandCall;
import dev.drover.runtime.command.CommandOutcome;
import dev.drover.runtime.command.CommandOutcome.Ended;
import dev.drover.runtime.command.Commands;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.CompactionFailed;
import dev.drover.runtime.problem.CompletionFailed;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelProvider;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import dev.drover.testkit.Trap.Harm;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Foreign code that is called outside of the way of a prompt: for summaries, completions,
/// commands, attachments and recoveries.
@Tag("J3")
@Timeout(30)
final class ForeignPartsTest {
  private static final SessionId SESSION = new SessionId("s-foreign");
  private static final Duration SOON = Duration.ofSeconds(10);

  private final MemoryStore store = new MemoryStore();
  private final Drover drover = Drover.on(store).build();

  @AfterEach
  void close() {
    drover.close();
  }

  private Session open(Model model) {
    return drover.agent("worker").model(model).build().open(SESSION);
  }

  private static RunStatus status(Session session) {
    return session.send("go").await(SOON).orElseThrow(() -> new AssertionError("hangs")).status();
  }

  static Stream<Trap> asked() {
    return Stream.of("model.call", "model.account")
        .flatMap(method -> Stream.of(Harm.values()).map(harm -> new Trap(method, harm)));
  }

  @ParameterizedTest
  @MethodSource("asked")
  @Tag("F6")
  void aBrokenModelRefusesACompletionAndIsNamed(Trap trap) {
    var session = open(FakeModel.playing(says("usual")));
    var broken = new TrappedModel(trap, says("title"));
    assertThatThrownBy(() -> session.complete(Inquiry.of("title", "name it").with(broken)))
        .isInstanceOf(CompletionFailed.class)
        .hasMessageContaining("model_broke")
        .hasMessageContaining("fake/trapped");
    assertThat(session.complete("title", "name it")).isEqualTo("usual");
  }

  /// One that says it was interrupted is believed: it runs on the thread of whoever asks.
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INTERRUPTED_EXCEPTION")
  @Tag("C6")
  void aBrokenModelRefusesASummaryAndNothingHasChanged(Harm harm) {
    var armed = new AtomicBoolean();
    var session =
        open(
            new FakeModel(
                (_, _) ->
                    armed.get()
                        ? new Trap("summary", harm).at("summary", says("unused"))
                        : says("fine")));
    session.ask("one");
    session.ask("two");
    var before = session.history();
    armed.set(true);
    assertThatThrownBy(session::compact)
        .isInstanceOf(CompactionFailed.class)
        .hasMessageContaining("model fake/model broke: call");
    assertThat(session.history()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NULL")
  @Tag("B14")
  void aModelThatCannotSayWhatItReadsRefusesThePrompt(Harm harm) {
    var session = open(new TrappedModel(new Trap("model.reads", harm), says("fine")));
    var ask = Ask.of("look").with(Attachment.of("image/png", new byte[] {1}));
    assertThatThrownBy(() -> session.send(ask))
        .isInstanceOf(ForeignCodeFailed.class)
        .hasMessageContaining("model fake/trapped broke: reads threw " + harm.kind());
    assertThat(session.history()).isEmpty();
  }

  static Stream<Trap> providers() {
    return Stream.of("provider.name", "provider.model")
        .flatMap(method -> Stream.of(Harm.values()).map(harm -> new Trap(method, harm)));
  }

  @ParameterizedTest
  @MethodSource("providers")
  @Tag("B1")
  void aBrokenProviderRefusesTheModel(Trap trap) {
    var provider =
        new ModelProvider() {
          @Override
          public String name() {
            return trap.at("provider.name", "fake");
          }

          @Override
          public Model model(String model) {
            return trap.at("provider.model", FakeModel.playing(says("fine")));
          }
        };
    try (var other = Drover.on(new MemoryStore()).models(provider).build()) {
      var builder = other.agent("worker");
      assertThatThrownBy(() -> builder.model("fake/model"))
          .hasMessageContaining("model provider ")
          .hasMessageContaining(trap.method().substring(9) + " ");
    }
  }

  private record TrappedCommand(Trap trap) implements Command {
    @Override
    public String name() {
      return "greet";
    }

    @Override
    public String arguments() {
      return trap.at("command.arguments", "");
    }

    @Override
    public String help() {
      return trap.at("command.help", "greets");
    }

    @Override
    public Ended run(CommandCall call) {
      return trap.at("command.run", new CommandOutcome.Done("hello"));
    }
  }

  static Stream<Trap> commands() {
    return Stream.of("command.arguments", "command.help", "command.run")
        .flatMap(method -> Stream.of(Harm.values()).map(harm -> new Trap(method, harm)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  @Tag("H4")
  void aBrokenCommandHasFailedAndIsNamed(Trap trap) {
    var commands = Commands.STANDARD.with(new TrappedCommand(trap));
    var line = trap.method().equals("command.help") ? "/help" : "/greet";
    var outcome = commands.run(open(FakeModel.playing(says("fine"))), line);
    assertThat(outcome).isInstanceOf(CommandOutcome.Failed.class);
    var problem = ((CommandOutcome.Failed) outcome).problem();
    assertThat(problem.code()).isEqualTo("command_broke");
    assertThat(problem.detail()).startsWith("command /greet broke: " + trap.method().substring(8));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("A14")
  void aBrokenProbeCannotTellAndTheRunGoesOn(Harm harm) throws InterruptedException {
    var model = FakeModel.playing(calls("pay"), says("noted"));
    var shared = new MemoryStore();
    var mortal = new MortalStore(shared, 3);
    var dead = Drover.on(mortal).build();
    dead.agent("payer")
        .model(model)
        .tools(new TrappedTool(new Trap("none", harm)))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION)
        .send("pay");
    mortal.awaitDeath();
    dead.disconnect();
    try (var next = Drover.on(new MortalStore(shared, MortalStore.IMMORTAL)).build()) {
      var session =
          next.agent("payer")
              .model(model)
              .tools(new TrappedTool(new Trap("tool.probe", harm)))
              .policy(Policy.ALLOW_ALL)
              .build()
              .open(SESSION, OpenMode.RESUME);
      assertThat(session.awaitIdle(SOON)).isTrue();
      assertThat(Journals.events(next, SESSION, Event.ToolSettled.class))
          .singleElement()
          .satisfies(
              settled ->
                  assertThat(((ToolOutcome.Unknown) settled.outcome()).why())
                      .contains("tool pay broke: probe"));
    }
  }

  /// What was paid stays paid.
  @Test
  @Tag("E8")
  void aToolThatBreaksAfterItsBodyKeepsItsOutcomeAndIsNotTrusted() {
    var paid = new AtomicBoolean();
    var inner = FakeTool.unsafe("pay", _ -> done("paid"));
    var tool =
        new AgentTool() {
          @Override
          public ToolSpec spec() {
            return inner.spec();
          }

          @Override
          public ToolAnswer call(ToolInvocation call) throws Exception {
            paid.set(true);
            return inner.call(call);
          }

          @Override
          public DataFlow flow() {
            return new Trap(paid.get() ? "flow" : "", Harm.LINKAGE_ERROR)
                .at("flow", DataFlow.INSIDE);
          }
        };
    var session =
        drover
            .agent("payer")
            .model(FakeModel.playing(calls("pay"), says("noted")))
            .tools(tool)
            .policy(Policy.ALLOW_ALL)
            .build()
            .open(SESSION);
    assertThat(session.ask("pay").text()).isEqualTo("noted");
    var settled = Journals.events(drover, SESSION, Event.ToolSettled.class).getFirst();
    assertThat(settled.outcome()).isEqualTo(done("paid"));
    assertThat(settled.labels()).containsExactly(Label.UNTRUSTED, Label.SECRET);
  }

  @Test
  @SuppressWarnings("NullAway")
  void aReplyWithoutUsageFailsTheRunAndNamesTheComponent() {
    var session =
        open(new FakeModel((_, _) -> new ModelReply(List.of(), ModelReply.StopReason.DONE, null)));
    var report = session.send("go").await(SOON).orElseThrow();
    assertThat(report.problem().orElseThrow().problem().detail())
        .isEqualTo(
            "model fake/model broke: call threw NullPointerException: ModelReply.usage must not be"
                + " null");
    assertThat(report.usage()).isEqualTo(Usage.NONE);
    assertThat(status(session)).isEqualTo(RunStatus.FAILED);
  }

  @Test
  @Tag("D1")
  @SuppressWarnings("NullAway")
  void aSuccessWithoutTextIsAnErrorResultThatNamesTheComponent() {
    var session =
        drover
            .agent("payer")
            .model(FakeModel.playing(calls("pay"), says("noted")))
            .tools(FakeTool.unsafe("pay", _ -> new ToolOutcome.Succeeded(null)))
            .policy(Policy.ALLOW_ALL)
            .build()
            .open(SESSION);
    assertThat(session.ask("pay").text()).isEqualTo("noted");
    assertThat(Journals.events(drover, SESSION, Event.ToolSettled.class).getFirst().outcome())
        .isEqualTo(new ToolOutcome.Failed(Text.of("Succeeded.content must not be null")));
  }
}
