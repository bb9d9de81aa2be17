package dev.drover.runtime.hook;

import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.Usage;
import java.time.Instant;

/// What a hook gets to know, one kind for each point. Texts have no secrets in them: they are what
/// is journaled.
public sealed interface HookPoint {
  Scene scene();

  default PointName name() {
    return PointName.of(this);
  }

  /// Somebody waits for the hook's outcome.
  sealed interface Gated extends HookPoint {}

  /// Nobody waits. Where it is about an event, that is durable.
  sealed interface Told extends HookPoint {}

  /// A handle of the session was opened.
  record SessionStart(Scene scene, Beginning beginning) implements Told {}

  /// How a session came to be open.
  enum Beginning {
    CREATED,
    /// It goes on from a place in another session, and nothing has happened in it yet.
    FORKED,
    RESUMED
  }

  /// The session was closed or disconnected, and nothing of it is at work here any more.
  ///
  /// @param turns finished since the session was created
  /// @param usage of all its runs
  record SessionEnd(Scene scene, long turns, Usage usage) implements Told {}

  /// A prompt, or a text for the run that is going, is about to be delivered. It has no run yet.
  record PromptSubmit(Scene scene, String prompt) implements Gated {}

  /// The model is asked.
  ///
  /// @param attempt counted from 1; more if it broke before
  record BeforeModel(Scene scene, String model, int attempt) implements Told {}

  /// The model has answered.
  ///
  /// @param calls how many tool calls it asks for
  record AfterModel(Scene scene, String model, String text, int calls, Usage usage)
      implements Told {}

  /// A call that could be made is about to be judged. Asked once for each call; what is decided is
  /// journaled with it.
  ///
  /// @param arguments a JSON object that fits the tool's schema
  record BeforeTool(Scene scene, EffectId effect, String tool, String arguments) implements Gated {}

  /// A tool has answered, and nobody has seen it yet.
  ///
  /// @param arguments as the tool got them
  /// @param text all that the tool gave, before it is cut to what the model is shown
  record AfterTool(
      Scene scene, EffectId effect, String tool, String arguments, Ending ending, String text)
      implements HookPoint {}

  /// What a tool says about its own work.
  enum Ending {
    SUCCEEDED,
    FAILED
  }

  /// The conversation is about to be made shorter. If it is not, it goes to the model as it is.
  ///
  /// @param messages how many there are
  /// @param tokens that the request has, more or less
  /// @param instructions what whoever sums it up is told; not used if only outputs of tools go
  record BeforeCompaction(Scene scene, Cause cause, int messages, long tokens, String instructions)
      implements Gated {}

  /// The conversation is shorter now.
  ///
  /// @param dropped how many messages the model sees no more
  /// @param kept how many it goes on with
  /// @param trimmed how many of those are outcomes that lost their content
  /// @param summary what stands for the dropped ones; empty if nothing does
  record AfterCompaction(
      Scene scene, Cause cause, int dropped, int kept, int trimmed, String summary)
      implements Told {}

  /// A person is asked about a call.
  record ApprovalAsked(Scene scene, ApprovalId approval, String tool, String why) implements Told {}

  /// A call was denied.
  ///
  /// @param by a rule, a hook, or a person
  record PermissionDenied(Scene scene, EffectId effect, String tool, String by, String why)
      implements Told {}

  /// Somebody was given something to do.
  ///
  /// @param effect the call that did
  /// @param child the session that works on it
  /// @param worker who works on it, with all above it, such as `clerk/explore`
  record TaskStart(Scene scene, EffectId effect, SessionId child, String worker, TaskMode mode)
      implements Told {}

  /// What somebody was given to do has ended. Told once for each start.
  ///
  /// @param usage tokens of the child; none if nobody waited for it any more
  record TaskEnd(Scene scene, SessionId child, String worker, TaskStatus status, Usage usage)
      implements Told {}

  /// A run is over.
  ///
  /// @param ending of a run that completed: whether the text is all of the answer
  record RunEnd(Scene scene, RunStatus status, String text, AnswerEnding ending, Usage usage)
      implements Told {}

  /// A run has failed. Its end is told next.
  record RunError(Scene scene, Problem problem) implements Told {}

  /// A provider has throttled the model's account.
  ///
  /// @param retryAt when the model is asked again; the end of the waiting if it is not
  record RateLimit(Scene scene, String model, Problem problem, Instant retryAt) implements Told {}
}
