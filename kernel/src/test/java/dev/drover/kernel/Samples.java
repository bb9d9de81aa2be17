package dev.drover.kernel;

import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.ModelReply.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Short names for the values that most tests are about. They say nothing that a test is to prove.
final class Samples {
  /// When everything in a [Story] was recorded.
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
  static final Limits LIMITS = new Limits(2, 100, 2);

  static final Prompt PROMPT = new Prompt(Text.of("Go."), new Prompt.History.Own(), null);

  /// What every sample reply costs: ten tokens.
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

  private Samples() {}

  static EffectId e(long ordinal) {
    return new EffectId(ordinal);
  }

  static CallTerms terms(EffectClass effects, AfterCrash afterCrash, Pace pace) {
    return new CallTerms(effects, afterCrash, pace);
  }

  /// May be repeated, may run beside others.
  static CallTerms together() {
    return terms(EffectClass.PURE, AfterCrash.RUN_AGAIN, Pace.PARALLEL);
  }

  /// May be repeated, runs alone.
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

  /// The same call before it has a name.
  static JudgedCall judged(PlannedCall planned) {
    return new JudgedCall(planned.call(), planned.terms(), planned.verdict());
  }

  static ModelReply saying(String words) {
    return new ModelReply(List.of(new Block.Prose(Text.of(words))), StopReason.DONE, COST);
  }

  static ModelReply calling(List<PlannedCall> calls) {
    var blocks = new ArrayList<Block>();
    for (var call : calls) {
      blocks.add(new Block.Call(call.call()));
    }
    return new ModelReply(blocks, StopReason.CALLS, COST);
  }

  static Input.ModelAnswered answered(long effect, int attempt, ModelReply reply) {
    return new Input.ModelAnswered(e(effect), attempt, reply, List.of());
  }

  static Input.ModelAnswered answered(long effect, int attempt, List<PlannedCall> calls) {
    return new Input.ModelAnswered(
        e(effect), attempt, calling(calls), calls.stream().map(Samples::judged).toList());
  }

  static Input.Recovered recovered(Input.Course course) {
    return new Input.Recovered("host-b", course);
  }

  static Input.CancelRequested cancel(RunId run, String partial) {
    return new Input.CancelRequested(run, "ann", "changed my mind", Text.of(partial));
  }

  /// Stops whichever run is going.
  static Input.CancelRequested cancelAny() {
    return new Input.CancelRequested(null, "ann", "changed my mind", Text.EMPTY);
  }

  static Input.ApprovalGiven approval(long effect, Answer answer) {
    return new Input.ApprovalGiven(e(effect), answer, "bob");
  }

  /// Nothing of this process is lost when it dies.
  static boolean waitsForSomebody(Effect due) {
    return due instanceof Effect.AwaitAnswer || due instanceof Effect.AwaitCompletion;
  }
}
