package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Message;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.RunReport;
import dev.drover.runtime.Session;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.PromptDenied;
import dev.drover.testkit.Trap.Harm;
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

/// Whatever foreign code throws or returns: the run settles, or the operation is refused, the part
/// that broke is named, and the usage of every reply is counted.
@Tag("J3")
@Timeout(30)
final class ForeignCodeTest {
  private static final Duration SOON = Duration.ofSeconds(2);

  private final Drover drover = Drover.inMemory();

  @AfterEach
  void close() {
    drover.close();
  }

  private static Stream<Trap> traps(List<Harm> harms, String... methods) {
    return Stream.of(methods).flatMap(method -> harms.stream().map(harm -> new Trap(method, harm)));
  }

  private static Stream<Trap> traps(String... methods) {
    return traps(List.of(Harm.values()), methods);
  }

  private static List<Harm> thrown() {
    return Stream.of(Harm.values()).filter(harm -> harm != Harm.NULL).toList();
  }

  static Stream<Trap> models() {
    return Stream.concat(
        traps("model.call", "model.account"),
        traps(thrown(), "model.maxOutput", "model.window", "model.givesJson"));
  }

  static Stream<Trap> judgedTools() {
    return traps(
        "tool.subjects",
        "tool.target",
        "tool.escalation",
        "tool.protection",
        "tool.flow",
        "tool.basis");
  }

  static Stream<Trap> previews() {
    return traps("tool.preview");
  }

  static Stream<Trap> bodies() {
    return traps("tool.call");
  }

  static Stream<Trap> checkers() {
    return traps("checker.check");
  }

  static Stream<Trap> guardsOfModels() {
    return traps("guard.refuses model");
  }

  static Stream<Trap> guardsOfTools() {
    return traps("guard.refuses tool");
  }

  static Stream<Trap> gates() {
    return traps("hook.beforeTool");
  }

  static Stream<Trap> promptGates() {
    return traps("hook.beforePrompt");
  }

  static Stream<Trap> bystanders() {
    return Stream.concat(
        traps("hook.afterTool"), traps(thrown(), "hook.observer", "scope.callback"));
  }

  /// What is asked while an agent is built, and what the refusal calls it.
  static Stream<Arguments> builders() {
    return traps("model.name", "tool.spec", "checker.name")
        .map(trap -> Arguments.of(trap, trap.method().split("\\.", 2)[0]));
  }

  private AgentBuilder builder(Trap trap) {
    var tool = new TrappedTool(trap);
    return drover
        .agent("worker")
        .model(new TrappedModel(trap, calls("pay"), says("noted")))
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
  private static void assertGoneOn(RunReport report) {
    assertThat(report.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(report.text()).isEqualTo("noted");
    assertThat(report.usage()).isEqualTo(new Usage(20, 7, 0, 0, 0));
  }

  @ParameterizedTest
  @MethodSource("models")
  void aBrokenModelFailsTheRunAndIsNamed(Trap trap) {
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
  void aToolThatCannotBeJudgedIsNotCalledAndTheRunGoesOn(Trap trap) {
    var builder = builder(trap);
    if (trap.method().equals("tool.preview")) {
      builder.policy(Policy.ASK_ALWAYS);
    }
    var session = builder.build().open();
    assertGoneOn(settled(session));
    assertThat(outcome(session)).isInstanceOf(ToolOutcome.Refused.class);
    assertThat(words(outcome(session)))
        .contains("tool pay", trap.method().substring(5), trap.harm().kind());
  }

  @ParameterizedTest
  @MethodSource("bodies")
  @Tag("D1")
  void aBodyThatBreaksIsAnErrorResult(Trap trap) {
    var session = builder(trap).build().open();
    assertGoneOn(settled(session));
    assertThat(outcome(session)).isInstanceOf(ToolOutcome.Failed.class);
    assertThat(words(outcome(session)))
        .contains(trap.harm() == Harm.NULL ? "call returned null" : "trapped");
  }

  @ParameterizedTest
  @MethodSource("checkers")
  @Tag("E1")
  void aBrokenCheckerDenies(Trap trap) {
    var session = builder(trap).checker(new TrappedChecker(trap)).build().open();
    assertGoneOn(settled(session));
    assertThat(outcome(session)).isInstanceOf(ToolOutcome.Denied.class);
    assertThat(words(outcome(session))).contains("checker strict", "check", trap.harm().kind());
  }

  @ParameterizedTest
  @MethodSource("guardsOfModels")
  @Tag("E7")
  void aBrokenGuardRefusesTheModelAndIsNamed(Trap trap) {
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
  void aBrokenGuardRefusesTheCallAndIsNamed(Trap trap) {
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
  void aBrokenGateDeniesTheCall(Trap trap) {
    var session =
        builder(trap)
            .hook(Hook.beforeTool("gate", _ -> trap.at("hook.beforeTool", GateOutcome.proceed())))
            .build()
            .open();
    assertGoneOn(settled(session));
    assertThat(outcome(session)).isInstanceOf(ToolOutcome.Denied.class);
    assertThat(words(outcome(session))).contains("hook gate");
  }

  @ParameterizedTest
  @MethodSource("promptGates")
  @Tag("E6")
  void aBrokenGateDeniesThePrompt(Trap trap) {
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
  void aBrokenBystanderChangesNothing(Trap trap) {
    var session =
        builder(trap)
            .hook(Hook.afterTool("filter", _ -> trap.at("hook.afterTool", Optional.empty())))
            .hook(
                Hook.observer(
                    "observer", HookPoint.Told.class, _ -> trap.at("hook.observer", "heard")))
            .build()
            .open();
    session.scope().onCancel(() -> trap.at("scope.callback", "called"));
    assertGoneOn(settled(session));
    assertThat(outcome(session)).isEqualTo(done("paid"));
  }

  @ParameterizedTest
  @MethodSource("builders")
  @Tag("B1")
  void whatBreaksWhileAnAgentIsBuiltIsRefused(Trap trap, String part) {
    assertThatThrownBy(() -> builder(trap).checker(new TrappedChecker(trap)).build())
        .isInstanceOf(DroverException.class)
        .hasMessageContaining(part)
        .hasMessageContaining(trap.harm().kind());
  }
}
