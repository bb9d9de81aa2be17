package dev.drover.kernel;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A durable fact, named in the past tense. The journal holds these and nothing else.
///
/// A fact carries what was decided, so that nobody has to decide it again when it is read. Facts
/// are only ever added to this list: one that was written once is read, unchanged, for ever.
public sealed interface Event {
  /// About the session as a whole.
  sealed interface OfSession extends Event {}

  /// About one run, or one direct call.
  sealed interface OfRun extends Event {
    RunId run();
  }

  /// The end of one attempt of an effect that may have shown something while it was under way.
  sealed interface AttemptEnd extends OfRun {
    EffectId effect();
  }

  /// About one call of a run, or about a direct call.
  sealed interface OfCall extends OfRun {
    EffectId effect();
  }

  record SessionOpened(
      SessionId session, String agent, String workspace, Identity identity, Origin.Opened origin)
      implements OfSession {
    public SessionOpened(SessionId session, String agent, String workspace) {
      this(session, agent, workspace, Identity.NONE, Origin.OWN);
    }
  }

  /// A new session goes on from a place in another one, whose events up to there are its own first
  /// ones. The conversation is shared; what was going, waiting, asked, granted and counted is not.
  ///
  /// @param session the new one
  /// @param at number of the last event that both have: the one before this
  /// @param agent whose session it is from here on
  record SessionForked(
      SessionId session, SessionId source, long at, String agent, String workspace, String by)
      implements OfSession {}

  /// The conversation goes on in another session, which begins in the same append. Nothing begins
  /// here any more.
  record SessionHandedOff(HandOff to, String by) implements OfSession {}

  /// From here on requests are built from this recipe.
  record RecipeAdopted(Recipe recipe) implements OfSession {}

  /// The next request has nothing of what was said before.
  record HistoryCleared(String by) implements OfSession {}

  /// The next request goes on with less than was said; all of it stays in the journal.
  record HistoryCompacted(Shortening shortening) implements OfSession {
    /// A plain trim.
    public HistoryCompacted(String by, int dropped, int kept) {
      this(Shortening.plain(by, dropped, kept));
    }
  }

  /// From here on the model sees another outcome of a call. What the call did is done, and how it
  /// ended stays in the journal.
  record OutcomeEdited(EffectId effect, ToolOutcome outcome, String by) implements OfSession {}

  /// The conversation was to be made shorter, and a hook did not allow it.
  record CompactionDenied(ShorteningDenial denial) implements OfSession {}

  /// The conversation was to be made shorter, and nobody has summed it up, or too late. What that
  /// took is counted.
  record CompactionFailed(ShorteningFailure failure) implements OfSession {}

  /// From here on these hold for the session, whatever its runs bring along.
  record BudgetsSet(Budgets budgets, String by) implements OfSession {}

  /// Somebody has checked a piece of work. Changes nothing that is going.
  record VerificationRecorded(VerificationReport report) implements OfSession {}

  /// A model was asked something beside the conversation. Changes nothing that is going.
  record CompletionMade(OneShot shot) implements OfSession {}

  /// What a child was given to do is over. Said once of each.
  ///
  /// @param usage tokens of the child itself; none if nobody waits for its word
  record TaskEnded(SessionId child, TaskStatus status, Usage usage) implements OfSession {}

  /// A prompt, or a word to the run that is going, was not let in. Nothing follows from it.
  record PromptDenied(PromptDenial denial) implements OfSession {}

  record RunAccepted(RunId run, Prompt prompt, Limits limits) implements OfRun {}

  /// A prompt waits until the run that is going has ended.
  ///
  /// @param run the one that it will be
  record PromptQueued(RunId run, Prompt prompt, Recipe recipe, Limits limits) implements OfRun {}

  /// The run that is going hears this before its next request.
  ///
  /// @param media what goes with the words
  /// @param key under which it was sent, if it has one
  /// @param rewording how it came to be that text, if hooks changed it
  record TextSteered(
      RunId run, Text text, List<Media> media, @Nullable RunKey key, Rewording rewording)
      implements OfRun {
    public TextSteered {
      media = List.copyOf(media);
    }

    public TextSteered(RunId run, Text text, @Nullable RunKey key) {
      this(run, text, List.of(), key, Rewording.NONE);
    }

    /// As the model gets it.
    public Message.User message() {
      return new Message.User(text, media);
    }
  }

  /// The host calls a tool itself. What becomes of it is told under this name, which is no run's,
  /// and ends when the call is settled.
  record DirectCallAccepted(RunId run, String by, PlannedCall call) implements OfRun {}

  record ModelReplied(RunId run, EffectId effect, ModelReply reply) implements AttemptEnd {}

  /// An attempt broke and another follows, not before `retryAt`. What the attempt had shown is
  /// void.
  record ModelFailed(RunId run, EffectId effect, int attempt, Failure failure, Instant retryAt)
      implements AttemptEnd {}

  /// The model has failed for good, and the run goes on with another one, to its end. What the
  /// attempt had shown is void.
  ///
  /// @param effect under which the one that failed was asked; the other one has a name of its own
  /// @param attempt the last one
  record ModelReplaced(RunId run, EffectId effect, int attempt, Failure failure, Fallback fallback)
      implements AttemptEnd {}

  /// The model was stopped while it spoke; this is as far as it got, possibly nothing.
  record ReplyInterrupted(RunId run, EffectId effect, Text partial) implements AttemptEnd {}

  /// The model has answered, but not what was asked for. It is told so, and tries again.
  ///
  /// @param effect under which it answered
  /// @param complaint what is wrong with the answer
  record AnswerRejected(RunId run, EffectId effect, String complaint) implements OfRun {
    /// Behind the complaint, for the model. Part of conversations that are written down: never
    /// changed.
    private static final String AGAIN = "\nAnswer again, with the corrected JSON object alone.";

    /// As the model gets it.
    public Message.User message() {
      return new Message.User(Text.of(complaint + AGAIN));
    }

    /// Whether such a complaint was said here, and not the user's own words.
    public static boolean isMadeOf(Message.User message) {
      return message.text() instanceof Text.Inline(var words) && words.endsWith(AGAIN);
    }
  }

  record ToolsPlanned(RunId run, List<PlannedCall> calls) implements OfRun {
    public ToolsPlanned {
      calls = List.copyOf(calls);
      if (calls.isEmpty()) {
        throw new IllegalArgumentException("a plan has at least one call");
      }
    }
  }

  /// @param grant the rule that a yes for the session, or for always, adds
  /// @param answerers who may answer; anybody, if empty
  /// @param until when it is too late for a yes; null if never
  record ApprovalRequested(
      RunId run,
      EffectId effect,
      String tool,
      String why,
      String grant,
      Text preview,
      List<String> answerers,
      @Nullable Instant until)
      implements OfCall {
    public ApprovalRequested {
      answerers = List.copyOf(answerers);
    }
  }

  record ApprovalAnswered(RunId run, EffectId effect, Answer answer, String by) implements OfCall {}

  /// The call may have happened from here on.
  record ToolStarted(RunId run, EffectId effect, int attempt) implements OfCall {}

  /// The workspace as it was before a call that may change anything in it.
  ///
  /// @param look where it is kept, in the form that the tool gave it
  record WorkspaceKept(RunId run, EffectId effect, BlobId look) implements OfCall {}

  /// The call is about to make these changes, or it was found that it made them.
  ///
  /// @param changes none if it was found, after the end of the call, that there are none
  record FilesTouched(RunId run, EffectId effect, List<FileChange> changes) implements OfCall {
    /// No event grows without bound: who touches more files says so in several.
    public static final int MOST = 256;

    public FilesTouched {
      changes = List.copyOf(changes);
    }
  }

  /// The tool has returned, and the call goes on elsewhere.
  ///
  /// @param until when it is too late for an outcome; null if never
  /// @param labels of the outcome that it will have
  /// @param room what becomes of its place among the calls that run side by side
  record ToolDeferred(
      RunId run, EffectId effect, @Nullable Instant until, List<Label> labels, Deferred.Room room)
      implements OfCall {
    public ToolDeferred {
      labels = List.copyOf(labels);
    }

    public ToolDeferred(RunId run, EffectId effect, @Nullable Instant until, List<Label> labels) {
      this(run, effect, until, labels, Deferred.Room.FREED);
    }
  }

  /// A child is given something to do. It is there from here on, or will be.
  ///
  /// @param agent that does it
  /// @param limits of the run that begins when it has ended behind a call of the host; null for
  ///   those of the run that it was started in
  record TaskStarted(
      RunId run,
      EffectId effect,
      SessionId child,
      String agent,
      TaskMode mode,
      @Nullable Limits limits)
      implements OfCall {
    public TaskStarted(RunId run, EffectId effect, SessionId child, String agent, TaskMode mode) {
      this(run, effect, child, agent, mode, null);
    }
  }

  /// @param labels what is known about where the outcome comes from
  /// @param by who said from elsewhere how the call ended; null if it ended here
  /// @param marks of the hooks that gave the outcome other words than the tool did
  record ToolSettled(
      RunId run,
      EffectId effect,
      ToolOutcome outcome,
      List<Label> labels,
      @Nullable String by,
      List<HookMark> marks)
      implements OfCall, AttemptEnd {
    public ToolSettled {
      labels = List.copyOf(labels);
      marks = List.copyOf(marks);
    }

    public ToolSettled(
        RunId run, EffectId effect, ToolOutcome outcome, List<Label> labels, @Nullable String by) {
      this(run, effect, outcome, labels, by, List.of());
    }

    public ToolSettled(RunId run, EffectId effect, ToolOutcome outcome, List<Label> labels) {
      this(run, effect, outcome, labels, null);
    }

    public ToolSettled(RunId run, EffectId effect, ToolOutcome outcome) {
      this(run, effect, outcome, List.of());
    }
  }

  /// A soft limit is reached. Said once of each.
  ///
  /// @param limit the soft one
  /// @param used what had been used by then
  record BudgetWarned(RunId run, Payer payer, Measure measure, long limit, long used)
      implements OfRun {}

  /// Another process took the run over.
  ///
  /// @param lost effects that have no outcome: those that were under way, and the model call that
  ///   was next
  record RunRecovered(RunId run, String by, List<EffectId> lost, TakeoverCause cause)
      implements OfRun {
    public RunRecovered {
      lost = List.copyOf(lost);
    }

    /// After a crash.
    public RunRecovered(RunId run, String by, List<EffectId> lost) {
      this(run, by, lost, TakeoverCause.CRASH);
    }
  }

  record RunFinished(RunId run, RunOutcome outcome, Usage usage) implements OfRun {}

  /// Somebody wants the files back as they were before the run. Its conversation stays as it is.
  ///
  /// @param paths the files that are to be brought back
  record UndoOrdered(RunId run, String by, List<String> paths) implements OfRun {
    public UndoOrdered {
      paths = List.copyOf(paths);
    }
  }
}
