package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Short names for the values that most tests use. They contain nothing that a test has to prove.
final class SampleValues {
  /// When all events of a [HandwrittenJournal] were recorded.
  static final Instant THEN = Instant.parse("2026-03-01T10:00:00Z");

  /// When the input of a row arrives.
  static final Instant NOW = Instant.parse("2026-03-01T10:00:05Z");

  static final Instant LATER = Instant.parse("2026-03-01T10:01:00Z");

  static final SessionId SESSION = new SessionId("s-1");
  static final RunId RUN = new RunId("r-1");
  static final RunId OTHER_RUN = new RunId("r-2");

  static final Recipe RECIPE =
      new Recipe("script/one", Text.of("Be brief."), List.of("read", "send"), "digest-1");
  static final Recipe OTHER_RECIPE =
      new Recipe("script/two", Text.of("Be brief."), List.of("read", "send"), "digest-1");

  /// Two turns with tools, a hundred tokens, two attempts.
  static final RunLimits LIMITS = new RunLimits(2, 100, 2);

  static final Prompt PROMPT = new Prompt(Text.of("Go."), new Prompt.History.Own(), null);

  /// The usage of every sample reply: ten tokens.
  static final Usage COST = new Usage(6, 4, 0, 0, 1);

  static final Usage TWICE = new Usage(12, 8, 0, 0, 2);

  static final Verdict ALLOW = new Verdict.Allow("read is allowed");
  static final Verdict.Ask ASK =
      new Verdict.Ask("send asks", "It leaves the house.", "send(*)", Text.of("send it"));
  static final Verdict DENY = new Verdict.Deny("never-send", "Not from here.");
  static final Verdict REJECT = new Verdict.Reject("no tool 'sned'; close: send");

  static final Failure OVERLOADED =
      new Failure(
          new Problem("model_unavailable", "Unavailable", "the model is overloaded", ""),
          new Failure.Retry.Later(Duration.ofSeconds(2)));

  static final Failure THROTTLED =
      new Failure(
          new Problem("model_throttled", "Throttled", "too much was asked", ""),
          new Failure.Retry.Throttled(Duration.ofSeconds(2)));

  static final ToolOutcome FINE = new ToolOutcome.Succeeded(Text.of("fine"));

  private SampleValues() {}

  static EffectId e(long ordinal) {
    return new EffectId(ordinal);
  }

  static CallTerms terms(EffectClass effects, AfterCrash afterCrash, Pace pace) {
    return new CallTerms(effects, afterCrash, pace);
  }

  /// Repeatable, may run in parallel.
  static CallTerms together() {
    return terms(EffectClass.PURE, AfterCrash.RUN_AGAIN, Pace.PARALLEL);
  }

  /// Repeatable, runs alone.
  static CallTerms inOrder() {
    return terms(EffectClass.PURE, AfterCrash.RUN_AGAIN, Pace.IN_ORDER);
  }

  static CallTerms unsafe(AfterCrash afterCrash) {
    return terms(EffectClass.UNSAFE, afterCrash, Pace.PARALLEL);
  }

  /// The model's call that will be carried out under effect `ordinal`.
  static ToolCall call(long ordinal) {
    return new ToolCall("call-" + ordinal, "send", Text.of("{\"n\":" + ordinal + "}"));
  }

  static PlannedCall planned(long ordinal, CallTerms terms, Verdict verdict) {
    return new PlannedCall(e(ordinal), call(ordinal), terms, verdict);
  }

  /// The same call without an effect id.
  static JudgedCall judged(PlannedCall planned) {
    return new JudgedCall(planned.call(), planned.terms(), planned.verdict());
  }

  static ModelReply saying(String words) {
    return new ModelReply(List.of(new ContentBlock.Prose(Text.of(words))), StopReason.DONE, COST);
  }

  static ModelReply calling(List<PlannedCall> calls) {
    var blocks = new ArrayList<ContentBlock>();
    for (var call : calls) {
      blocks.add(new ContentBlock.Call(call.call()));
    }
    return new ModelReply(blocks, StopReason.CALLS, COST);
  }

  static Input.ModelAnswered answered(long effect, int attempt, ModelReply reply) {
    return new Input.ModelAnswered(e(effect), attempt, reply, List.of());
  }

  static Input.ModelAnswered answered(long effect, int attempt, List<PlannedCall> calls) {
    return new Input.ModelAnswered(
        e(effect), attempt, calling(calls), calls.stream().map(SampleValues::judged).toList());
  }

  static Input.Recovered recovered(Input.RecoveryCourse course) {
    return new Input.Recovered("host-b", course);
  }

  static Input.CancelRequested cancel(RunId run, String partial) {
    return new Input.CancelRequested(run, "ann", "changed my mind", Text.of(partial));
  }

  /// Stops the current run, whichever it is.
  static Input.CancelRequested cancelAny() {
    return new Input.CancelRequested(null, "ann", "changed my mind", Text.EMPTY);
  }

  static Input.ApprovalGiven approval(long effect, ApprovalAnswer answer) {
    return new Input.ApprovalGiven(e(effect), answer, "bob");
  }

  /// Nothing of this effect is lost when the process dies.
  static boolean waitsForSomebody(Effect due) {
    return due instanceof Effect.AwaitAnswer
        || due instanceof Effect.AwaitDeferredCall
        || due instanceof Effect.AskForNews;
  }

  /// The number of the awaited question; 0 if an approval is awaited.
  static int round(SessionState state, Effect.AwaitAnswer wait) {
    return state
        .call(wait.id())
        .map(OpenCall::stage)
        .filter(OpenCall.Stage.AwaitingAnswer.class::isInstance)
        .map(stage -> ((OpenCall.Stage.AwaitingAnswer) stage).round())
        .orElse(0);
  }
}
