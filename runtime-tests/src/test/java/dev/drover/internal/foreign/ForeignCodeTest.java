package dev.drover.internal.foreign;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.RunReport;
import dev.drover.Session;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.hook.HookPoint;
import dev.drover.internal.foreign.InjectedFault.Harm;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.problem.DroverException;
import dev.drover.problem.RequestRefused.PromptDenied;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Foreign code that throws or returns bad values: the run settles or the operation is refused, the
/// failing component is named, and the usage of every reply is counted.
@Tag("J3")
@Timeout(30)
final class ForeignCodeTest {
  private static final Duration SOON = Duration.ofSeconds(2);

  private final Drover drover = Drover.inMemory();

  @AfterEach
  void close() {
    drover.close();
  }

  private static Stream<InjectedFault> traps(List<Harm> harms, String... methods) {
    return Stream.of(methods)
        .flatMap(method -> harms.stream().map(harm -> new InjectedFault(method, harm)));
  }

  private static Stream<InjectedFault> traps(String... methods) {
    return traps(List.of(Harm.values()), methods);
  }

  private static List<Harm> thrown() {
    return Stream.of(Harm.values()).filter(harm -> harm != Harm.NULL).toList();
  }

  static Stream<InjectedFault> models() {
    return Stream.concat(
        traps("model.call", "model.account"),
        traps(thrown(), "model.maxOutput", "model.window", "model.givesJson"));
  }

  static Stream<InjectedFault> judgedTools() {
    return traps(
        "tool.subjects",
        "tool.target",
        "tool.escalation",
        "tool.protection",
        "tool.flow",
        "tool.basis");
  }

  static Stream<InjectedFault> previews() {
    return traps("tool.preview");
  }

  static Stream<InjectedFault> bodies() {
    return traps("tool.call");
  }

  static Stream<InjectedFault> checkers() {
    return traps("checker.check");
  }

  static Stream<InjectedFault> guardsOfModels() {
    return traps("guard.refuses model");
  }

  static Stream<InjectedFault> guardsOfTools() {
    return traps("guard.refuses tool");
  }

  static Stream<InjectedFault> gates() {
    return traps("hook.beforeTool");
  }

  static Stream<InjectedFault> promptGates() {
    return traps("hook.beforePrompt");
  }

  static Stream<InjectedFault> bystanders() {
    return Stream.concat(
        traps("hook.afterTool"), traps(thrown(), "hook.observer", "scope.callback"));
  }

  /// The methods called while an agent is built, and their names in the refusal.
  static Stream<Arguments> builders() {
    return traps("model.name", "tool.spec", "checker.name")
        .map(trap -> Arguments.of(trap, trap.method().split("\\.", 2)[0]));
  }

  private AgentBuilder builder(InjectedFault trap) {
    var tool = new FaultyTool(trap);
    return drover
        .agent("worker")
        .model(new FaultyModel(trap, calls("pay"), says("noted")))
        .tools(tool)
        .policy(Policy.ALLOW_ALL);
  }

  private static RunReport settled(Session session) {
    return session.send("go").await(SOON).orElseThrow(() -> new AssertionError("the run hangs"));
  }

  private static ToolOutcome outcome(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .findFirst()
        .orElseThrow();
  }

  private static String words(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Failed(Text.Inline(var words)) -> words;
      case ToolOutcome.Refused(var words) -> words;
      case ToolOutcome.Denied(_, var words) -> words;
      default -> throw new AssertionError("no reason in " + outcome);
    };
  }

  /// Both replies of the script.
  private static void assertContinued(RunReport report) {
    assertThat(report.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(report.text()).isEqualTo("noted");
    assertThat(report.usage()).isEqualTo(new Usage(20, 7, 0, 0, 0));
  }

  @ParameterizedTest
  @MethodSource("models")
  void aFailingModelFailsTheRunAndIsNamed(InjectedFault trap) {
    var session = builder(trap).budgetGuard(_ -> Optional.empty()).build().open();
    var report = settled(session);
    assertThat(report.status()).isEqualTo(RunStatus.FAILED);
    var problem = report.problem().orElseThrow().problem();
    assertThat(problem.code()).isEqualTo("model_broke");
    assertThat(problem.detail())
        .contains("fake/trapped", trap.method().substring(6), trap.harm().kind());
  }

  @ParameterizedTest
  @MethodSource({"judgedTools", "previews"})
  @Tag("E1")
  void aToolThatPolicyCannotCheckIsNotCalledAndTheRunContinues(InjectedFault trap) {
    var builder = builder(trap);
    if (trap.method().equals("tool.preview")) {
      builder.policy(Policy.ASK_ALWAYS);
    }
    var session = builder.build().open();
    assertContinued(settled(session));
    assertThat(outcome(session)).isInstanceOf(ToolOutcome.Refused.class);
    assertThat(words(outcome(session)))
        .contains("tool pay", trap.method().substring(5), trap.harm().kind());
  }

  @ParameterizedTest
  @MethodSource("bodies")
  @Tag("D1")
  void aFailingToolBodyIsAnErrorResult(InjectedFault trap) {
    var session = builder(trap).build().open();
    assertContinued(settled(session));
    assertThat(outcome(session)).isInstanceOf(ToolOutcome.Failed.class);
    assertThat(words(outcome(session)))
        .contains(trap.harm() == Harm.NULL ? "call returned null" : "trapped");
  }

  @ParameterizedTest
  @MethodSource("checkers")
  @Tag("E1")
  void aFailingCheckerDenies(InjectedFault trap) {
    var session = builder(trap).checker(new FaultyChecker(trap)).build().open();
    assertContinued(settled(session));
    assertThat(outcome(session)).isInstanceOf(ToolOutcome.Denied.class);
    assertThat(words(outcome(session))).contains("checker strict", "check", trap.harm().kind());
  }

  @ParameterizedTest
  @MethodSource("guardsOfModels")
  @Tag("E7")
  void aFailingGuardRefusesTheModelCallAndIsNamed(InjectedFault trap) {
    var session =
        builder(trap)
            .budgetGuard(
                question ->
                    trap.at(
                        question.need().toolCalls() > 0
                            ? "guard.refuses tool"
                            : "guard.refuses model",
                        Optional.empty()))
            .build()
            .open();
    var report = settled(session);
    assertThat(report.status()).isEqualTo(RunStatus.FAILED);
    var problem = report.problem().orElseThrow().problem();
    assertThat(problem.code())
        .isEqualTo(
            trap.harm() == Harm.INTERRUPTED_EXCEPTION ? "budget_guard_broke" : "budget_exhausted");
    assertThat(problem.detail()).contains("budget guard", "refuses", trap.harm().kind());
  }

  @ParameterizedTest
  @MethodSource("guardsOfTools")
  @Tag("E7")
  void aFailingGuardRefusesTheToolCallAndIsNamed(InjectedFault trap) {
    var session =
        builder(trap)
            .budgetGuard(
                question ->
                    question.need().toolCalls() > 0
                        ? trap.at("guard.refuses tool", Optional.empty())
                        : Optional.empty())
            .build()
            .open();
    var report = settled(session);
    assertThat(report.usage()).isEqualTo(new Usage(20, 7, 0, 0, 0));
    assertThat(words(outcome(session))).contains("budget guard", trap.harm().kind());
  }

  @ParameterizedTest
  @MethodSource("gates")
  @Tag("E6")
  void aFailingGateDeniesTheCall(InjectedFault trap) {
    var session =
        builder(trap)
            .hook(Hook.beforeTool("gate", _ -> trap.at("hook.beforeTool", GateOutcome.proceed())))
            .build()
            .open();
    assertContinued(settled(session));
    assertThat(outcome(session)).isInstanceOf(ToolOutcome.Denied.class);
    assertThat(words(outcome(session))).contains("hook gate");
  }

  @ParameterizedTest
  @MethodSource("promptGates")
  @Tag("E6")
  void aFailingGateDeniesThePrompt(InjectedFault trap) {
    var session =
        builder(trap)
            .hook(
                Hook.beforePrompt("gate", _ -> trap.at("hook.beforePrompt", GateOutcome.proceed())))
            .build()
            .open();
    assertThatThrownBy(() -> session.send("go"))
        .isInstanceOf(PromptDenied.class)
        .hasMessageContaining("gate");
  }

  @ParameterizedTest
  @MethodSource("bystanders")
  @Tag("E6")
  void aFailingObserverChangesNothing(InjectedFault trap) {
    var session =
        builder(trap)
            .hook(Hook.afterTool("filter", _ -> trap.at("hook.afterTool", Optional.empty())))
            .hook(
                Hook.observer(
                    "observer", HookPoint.Observed.class, _ -> trap.at("hook.observer", "heard")))
            .build()
            .open();
    session.scope().onCancel(() -> trap.at("scope.callback", "called"));
    assertContinued(settled(session));
    assertThat(outcome(session)).isEqualTo(done("paid"));
  }

  @ParameterizedTest
  @MethodSource("builders")
  @Tag("B1")
  void aFailureWhileAnAgentIsBuiltIsRefused(InjectedFault trap, String part) {
    assertThatThrownBy(() -> builder(trap).checker(new FaultyChecker(trap)).build())
        .isInstanceOf(DroverException.class)
        .hasMessageContaining(part)
        .hasMessageContaining(trap.harm().kind());
  }
}
