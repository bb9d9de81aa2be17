package dev.drover.internal.foreign;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Ask;
import dev.drover.Attachment;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.commands.SlashCommand;
import dev.drover.commands.SlashCommandCall;
import dev.drover.commands.SlashCommandOutcome;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommands;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.WholeJournals;
import dev.drover.internal.foreign.InjectedFault.Harm;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.problem.AnswerMissing.OneShotFailed;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.problem.RequestRefused.CompactionFailed;
import dev.drover.session.OneShotRequest;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelProvider;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
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

/// Foreign code that is called outside of a prompt: for summaries, one-shot completions, commands,
/// attachments and recovery.
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

  static Stream<InjectedFault> asked() {
    return Stream.of("model.call", "model.account")
        .flatMap(method -> Stream.of(Harm.values()).map(harm -> new InjectedFault(method, harm)));
  }

  @ParameterizedTest
  @MethodSource("asked")
  @Tag("F6")
  void aFailingModelFailsAOneShotCompletionAndIsNamed(InjectedFault trap) {
    var session = open(FakeModel.playing(says("usual")));
    var broken = new FaultyModel(trap, says("title"));
    assertThatThrownBy(() -> session.complete(OneShotRequest.of("title", "name it").with(broken)))
        .isInstanceOf(OneShotFailed.class)
        .hasMessageContaining("model_broke")
        .hasMessageContaining("fake/trapped");
    assertThat(session.complete("title", "name it")).isEqualTo("usual");
  }

  /// An InterruptedException is passed on: the code runs on the thread of the caller.
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INTERRUPTED_EXCEPTION")
  @Tag("C6")
  void aFailingModelFailsASummaryAndNothingChanges(Harm harm) {
    var armed = new AtomicBoolean();
    var session =
        open(
            new FakeModel(
                (_, _) ->
                    armed.get()
                        ? new InjectedFault("summary", harm).at("summary", says("unused"))
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
  void aModelThatFailsToReportItsInputTypesRefusesThePrompt(Harm harm) {
    var session = open(new FaultyModel(new InjectedFault("model.reads", harm), says("fine")));
    var ask = Ask.of("look").with(Attachment.of("image/png", new byte[] {1}));
    assertThatThrownBy(() -> session.send(ask))
        .isInstanceOf(ForeignCodeFailed.class)
        .hasMessageContaining("model fake/trapped broke: reads threw " + harm.kind());
    assertThat(session.history()).isEmpty();
  }

  static Stream<InjectedFault> providers() {
    return Stream.of("provider.name", "provider.model")
        .flatMap(method -> Stream.of(Harm.values()).map(harm -> new InjectedFault(method, harm)));
  }

  @ParameterizedTest
  @MethodSource("providers")
  @Tag("B1")
  void aFailingProviderRefusesTheModel(InjectedFault trap) {
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

  private record TrappedCommand(InjectedFault trap) implements SlashCommand {
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
    public Ended run(SlashCommandCall call) {
      return trap.at("command.run", new SlashCommandOutcome.Done("hello"));
    }
  }

  static Stream<InjectedFault> commands() {
    return Stream.of("command.arguments", "command.help", "command.run")
        .flatMap(method -> Stream.of(Harm.values()).map(harm -> new InjectedFault(method, harm)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  @Tag("H4")
  void aFailingCommandFailsAndIsNamed(InjectedFault trap) {
    var commands = SlashCommands.STANDARD.with(new TrappedCommand(trap));
    var line = trap.method().equals("command.help") ? "/help" : "/greet";
    var outcome = commands.run(open(FakeModel.playing(says("fine"))), line);
    assertThat(outcome).isInstanceOf(SlashCommandOutcome.Failed.class);
    var problem = ((SlashCommandOutcome.Failed) outcome).problem();
    assertThat(problem.code()).isEqualTo("command_broke");
    assertThat(problem.detail()).startsWith("command /greet broke: " + trap.method().substring(8));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("A14")
  void aFailingProbeIsInconclusiveAndTheRunContinues(Harm harm) throws InterruptedException {
    var model = FakeModel.playing(calls("pay"), says("noted"));
    var shared = new MemoryStore();
    var mortal = new CrashingStore(shared, 3);
    var dead = Drover.on(mortal).build();
    dead.agent("payer")
        .model(model)
        .tools(new FaultyTool(new InjectedFault("none", harm)))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION)
        .send("pay");
    mortal.awaitCrash();
    dead.disconnect();
    try (var next = Drover.on(new CrashingStore(shared, CrashingStore.NEVER_CRASHES)).build()) {
      var session =
          next.agent("payer")
              .model(model)
              .tools(new FaultyTool(new InjectedFault("tool.probe", harm)))
              .policy(Policy.ALLOW_ALL)
              .build()
              .open(SESSION, OpenMode.RESUME);
      assertThat(session.awaitIdle(SOON)).isTrue();
      assertThat(WholeJournals.events(next, SESSION, Event.ToolSettled.class))
          .singleElement()
          .satisfies(
              settled ->
                  assertThat(((ToolOutcome.Unknown) settled.outcome()).why())
                      .contains("tool pay broke: probe"));
    }
  }

  /// Usage stays counted.
  @Test
  @Tag("E8")
  void aToolThatFailsAfterItsBodyKeepsItsOutcomeAndIsUntrusted() {
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
          public DataFlow dataFlow() {
            return new InjectedFault(paid.get() ? "flow" : "", Harm.LINKAGE_ERROR)
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
    var settled = WholeJournals.events(drover, SESSION, Event.ToolSettled.class).getFirst();
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
    assertThat(WholeJournals.events(drover, SESSION, Event.ToolSettled.class).getFirst().outcome())
        .isEqualTo(new ToolOutcome.Failed(Text.of("Succeeded.content must not be null")));
  }
}
