package dev.drover.hook;

import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Usage;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The data that a hook receives, one type for each point. Texts contain no secrets: they are the
/// texts of the journal.
public sealed interface HookPoint {
  HookContext scene();

  default HookPointName name() {
    return HookPointName.of(this);
  }

  /// The session waits for the outcome of the hook.
  sealed interface Gated extends HookPoint {}

  /// The session does not wait. If the point is about an event, the event is durable.
  sealed interface Observed extends HookPoint {}

  /// A handle of the session was opened.
  record SessionStart(HookContext scene, SessionStartKind beginning) implements Observed {}

  /// How the session was opened.
  enum SessionStartKind {
    CREATED,
    /// It is a fork in which nothing has happened yet.
    FORKED,
    RESUMED
  }

  /// The session was closed or disconnected, and no work of it is in progress in this runtime.
  ///
  /// @param turns finished since the session was created
  /// @param usage of all its runs
  record SessionEnd(HookContext scene, long turns, Usage usage) implements Observed {}

  /// A prompt, or a text for the current run, is about to be delivered. It has no run yet.
  record PromptSubmit(HookContext scene, String prompt) implements Gated {}

  /// The model is about to be called.
  ///
  /// @param attempt counted from 1; greater if earlier attempts failed
  record BeforeModel(HookContext scene, String model, int attempt) implements Observed {}

  /// The model has replied.
  ///
  /// @param calls how many tool calls the reply contains
  record AfterModel(HookContext scene, String model, String text, int calls, Usage usage)
      implements Observed {}

  /// A valid call is about to be judged. The hook is called once for each call; its decision is
  /// journaled with the call.
  ///
  /// @param arguments a JSON object that fits the tool's schema
  record BeforeTool(HookContext scene, EffectId effect, String tool, String arguments)
      implements Gated {}

  /// A tool has returned, and its result is not journaled yet.
  ///
  /// @param arguments the arguments that the tool received
  /// @param text the complete output, before it is shortened for the model
  record AfterTool(
      HookContext scene,
      EffectId effect,
      String tool,
      String arguments,
      ToolStatus ending,
      String text)
      implements HookPoint {}

  /// The status that a tool returned.
  enum ToolStatus {
    SUCCEEDED,
    FAILED
  }

  /// The conversation is about to be compacted. If a hook denies this, the model receives the
  /// conversation unchanged.
  ///
  /// @param messages how many there are
  /// @param tokens the estimated size of the request
  /// @param instructions for the model that summarizes; not used if only tool outputs are removed
  record BeforeCompaction(
      HookContext scene, Cause cause, int messages, long tokens, String instructions)
      implements Gated {}

  /// The conversation was compacted.
  ///
  /// @param dropped how many messages the model no longer sees
  /// @param kept how many messages remain
  /// @param trimmed how many of those are tool outcomes whose content was removed
  /// @param summary the text that replaces the dropped messages; empty if there is none
  record AfterCompaction(
      HookContext scene, Cause cause, int dropped, int kept, int trimmed, String summary)
      implements Observed {}

  /// A call needs an approval.
  record ApprovalAsked(HookContext scene, ApprovalId approval, String tool, String why)
      implements Observed {}

  /// A call was denied.
  ///
  /// @param by a rule, a hook, or a person
  record PermissionDenied(HookContext scene, EffectId effect, String tool, String by, String why)
      implements Observed {}

  /// A task was started.
  ///
  /// @param effect the call that started it
  /// @param child the session of the task
  /// @param worker the name of the agent with its parents, such as `clerk/explore`
  record TaskStart(
      HookContext scene, EffectId effect, SessionId child, String worker, TaskMode mode)
      implements Observed {}

  /// A task has ended. Called once for each start.
  ///
  /// @param usage tokens of the child; none if the parent no longer waited for it
  record TaskEnd(HookContext scene, SessionId child, String worker, TaskStatus status, Usage usage)
      implements Observed {}

  /// A run is over.
  ///
  /// @param ending for a completed run: whether the text is the complete answer
  record RunEnd(HookContext scene, RunStatus status, String text, AnswerEnding ending, Usage usage)
      implements Observed {}

  /// A run has failed. [RunEnd] follows.
  record RunError(HookContext scene, Problem problem) implements Observed {}

  /// A provider has throttled the model's provider key.
  ///
  /// @param retryAt when the model is called again; the end of the wait if it is not called again
  record RateLimit(HookContext scene, String model, Problem problem, Instant retryAt)
      implements Observed {}

  /// The points at which hooks are called, with their names in commands and files.
  enum HookPointName {
    SESSION_START(HookPoint.SessionStart.class),
    SESSION_END(HookPoint.SessionEnd.class),
    PROMPT_SUBMIT(HookPoint.PromptSubmit.class),
    BEFORE_MODEL(HookPoint.BeforeModel.class),
    AFTER_MODEL(HookPoint.AfterModel.class),
    BEFORE_TOOL(HookPoint.BeforeTool.class),
    AFTER_TOOL(HookPoint.AfterTool.class),
    BEFORE_COMPACTION(HookPoint.BeforeCompaction.class),
    AFTER_COMPACTION(HookPoint.AfterCompaction.class),
    APPROVAL_ASKED(HookPoint.ApprovalAsked.class),
    PERMISSION_DENIED(HookPoint.PermissionDenied.class),
    TASK_START(HookPoint.TaskStart.class),
    TASK_END(HookPoint.TaskEnd.class),
    RUN_END(HookPoint.RunEnd.class),
    ERROR(HookPoint.RunError.class),
    RATE_LIMIT(HookPoint.RateLimit.class);

    private final Class<? extends HookPoint> kind;

    HookPointName(Class<? extends HookPoint> kind) {
      this.kind = kind;
    }

    /// The name, such as `before_tool`.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> words() {
      return Arrays.stream(values()).map(HookPointName::word).toList();
    }

    /// The point with this name, if there is one.
    public static Optional<HookPointName> find(String word) {
      return Arrays.stream(values()).filter(name -> name.word().equals(word)).findFirst();
    }

    static HookPointName of(HookPoint point) {
      for (var name : values()) {
        if (name.kind.isInstance(point)) {
          return name;
        }
      }
      throw new IllegalStateException("a point without a name: " + point);
    }
  }

  /// The session and run in which a hook is called.
  ///
  /// @param run the run, or the direct call; null if there is none
  /// @param identity the identity of the session
  record HookContext(
      SessionId session, @Nullable RunId run, String agent, Path workspace, Identity identity) {}
}
