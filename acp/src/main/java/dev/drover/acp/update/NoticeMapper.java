package dev.drover.acp.update;

import dev.drover.acp.update.EditorUpdate.AgentText;
import dev.drover.acp.update.EditorUpdate.PersonNotified;
import dev.drover.acp.update.EditorUpdate.Severity;
import dev.drover.acp.update.EditorUpdate.TitleShown;
import dev.drover.acp.update.EditorUpdate.WindowUsed;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.Usage;
import dev.drover.query.SessionQueries;
import dev.drover.spi.model.Delta;
import dev.drover.watch.Notice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Translates the notices of one session into what an editor shows, from the journal and live.
///
/// After the end of a run nothing of it is shown. Belongs to one thread.
public final class NoticeMapper {
  private static final int MOST_ENDED = 64;
  private static final int TITLE = 80;

  private final MediaParts parts;
  private final Predicate<RunKey> ownPrompts;
  private final int window;
  private final ReplyUpdates replies;
  private final CallUpdates calls;
  private final Set<RunId> ended = new LinkedHashSet<>();
  private boolean isTitled;

  /// @param ownPrompts keys of prompts that the editor has sent and shows itself
  /// @param window of the model, in tokens
  public NoticeMapper(
      SessionQueries queries, EditorCallViews views, Predicate<RunKey> ownPrompts, int window) {
    this.parts = new MediaParts(queries);
    this.ownPrompts = ownPrompts;
    this.window = window;
    this.replies = new ReplyUpdates(queries::read);
    this.calls = new CallUpdates(views, new FileDiffReader(queries, views.workspace()), parts);
  }

  public List<EditorUpdate> map(Notice notice) {
    return switch (notice) {
      case Notice.Happened happened -> happened(happened);
      case Notice.Shown shown -> ended.contains(shown.run()) ? List.of() : shown(shown);
      case Notice.ChildUsage _ -> List.of();
      case Notice.Missed missed -> missed(missed);
    };
  }

  private List<EditorUpdate> shown(Notice.Shown shown) {
    if (shown.delta() instanceof Delta.ToolOutputDelta(var effect, var text)) {
      return calls.printed(effect, text);
    }
    return replies.shown(shown);
  }

  private List<EditorUpdate> missed(Notice.Missed missed) {
    return switch (missed.why()) {
      // What is missing of a reply is shown when the reply is settled.
      case SLOW_READER, ATTACHED_LATE -> List.of();
      case TRIMMED ->
          List.of(
              warn(
                  "Earlier messages are no longer stored",
                  "%,d events of the session were removed.".formatted(missed.events())));
    };
  }

  /// Shows what tools have printed since the last update.
  public List<EditorUpdate> flush() {
    return calls.flush();
  }

  /// Whether calls are in progress.
  public boolean isCalling() {
    return calls.hasAny();
  }

  /// Forgets that anything was shown: a known call is then shown whole when it changes.
  public void forgetShown() {
    calls.forgetShown();
    isTitled = true;
  }

  /// A call in progress.
  public Optional<EditorCallView> find(EffectId effect) {
    return calls.find(effect);
  }

  private List<EditorUpdate> happened(Notice.Happened happened) {
    return switch (happened.event()) {
      case Event.OfRun event when ended.contains(event.run()) -> List.of();
      case Event.RunAccepted accepted -> accepted(accepted, happened.entry().at());
      case Event.TextSteered steered ->
          steered.key() != null && ownPrompts.test(steered.key())
              ? List.of()
              : parts.prompt("p-" + happened.seq(), steered.message());
      case Event.ModelReplied(_, var effect, var reply) -> {
        var updates = new ArrayList<>(replies.settled(effect, reply));
        updates.add(new WindowUsed(used(reply.usage()), window));
        yield updates;
      }
      case Event.ReplyInterrupted(_, var effect, var partial) ->
          replies.interrupted(effect, partial);
      case Event.ModelFailed(_, var effect, _, var failure, _) -> {
        var updates = new ArrayList<>(replies.failed(effect, "the model failed while it spoke"));
        updates.add(warn("The model failed and is asked again", failure.problem().detail()));
        yield updates;
      }
      case Event.ModelReplaced(_, var effect, _, var failure, var fallback) -> {
        var updates = new ArrayList<>(replies.failed(effect, "the model failed for good"));
        updates.add(warn("The run goes on with " + fallback.model(), failure.problem().detail()));
        yield updates;
      }
      case Event.ToolsPlanned(_, var planned) -> calls.planned(planned);
      case Event.DirectCallAccepted(_, _, var call) -> calls.planned(List.of(call));
      case Event.OfCall call -> call(call);
      case Event.BudgetWarned warned ->
          List.of(
              warn(
                  "A budget is almost used up",
                  "%,d of %,d (%s)".formatted(warned.used(), warned.limit(), warned.measure())));
      case Event.VerificationStarted _ -> List.of();
      case Event.VerificationFailed failed ->
          List.of(warn("Required checks failed; the model corrects its work", failed.findings()));
      case Event.RunRecovered recovered -> recovered(recovered);
      case Event.RunFinished finished -> finished(finished, happened.seq());
      case Event.PromptQueued _, Event.AnswerRejected _, Event.UndoOrdered _ -> List.of();
      case Event.OfSession _ -> List.of();
    };
  }

  private static PersonNotified warn(String title, String detail) {
    return new PersonNotified(Severity.WARNING, title, detail);
  }

  private static long used(Usage usage) {
    return usage.input() + usage.cacheRead() + usage.cacheWrite() + usage.output();
  }

  private List<EditorUpdate> accepted(Event.RunAccepted accepted, Instant at) {
    var prompt = accepted.prompt();
    var updates = new ArrayList<EditorUpdate>();
    if (prompt.key() == null || !ownPrompts.test(prompt.key())) {
      updates.addAll(parts.prompt(accepted.run().value(), prompt.message()));
    }
    if (!isTitled && !prompt.text().isEmpty()) {
      isTitled = true;
      var line = parts.text(prompt.text()).strip().lines().findFirst().orElse("");
      updates.add(
          new TitleShown(line.length() <= TITLE ? line : line.substring(0, TITLE - 1) + "…", at));
    }
    return updates;
  }

  private List<EditorUpdate> call(Event.OfCall event) {
    return switch (event) {
      case Event.ToolStarted(_, var effect, _) -> calls.started(effect);
      case Event.FilesTouched(_, var effect, var changes) -> calls.touched(effect, changes);
      case Event.ToolSettled settled -> calls.settled(settled);
      case Event.QuestionAsked asked ->
          List.of(
              warn(
                  "A tool waits for an answer",
                  parts.text(asked.question().text())
                      + " (Answer in a terminal: 'drover approvals' lists it, 'drover approve'"
                      + " answers it.)"));
      case Event.ApprovalRequested _,
          Event.QuestionAnswered _,
          Event.DeferredCallChecked _,
          Event.ApprovalAnswered _,
          Event.WorkspaceKept _,
          Event.ToolDeferred _,
          Event.TaskStarted _ ->
          List.of();
    };
  }

  private List<EditorUpdate> recovered(Event.RunRecovered recovered) {
    var updates = new ArrayList<EditorUpdate>();
    for (var effect : recovered.lost()) {
      updates.addAll(replies.failed(effect, "the process that showed it has ended"));
    }
    return updates;
  }

  private List<EditorUpdate> finished(Event.RunFinished finished, long seq) {
    ended.add(finished.run());
    if (ended.size() > MOST_ENDED) {
      ended.remove(ended.iterator().next());
    }
    var message = "end-" + seq;
    return switch (finished.outcome()) {
      case RunOutcome.Completed(_, _, var ending) ->
          ending == AnswerEnding.WHOLE
              ? List.of()
              : List.of(new AgentText(message, "\n\n" + ending.withNotice("")));
      case RunOutcome.Failed(var failure, _) ->
          List.of(new AgentText(message, "\n\n[" + failure.problem() + "]"));
      case RunOutcome.Cancelled _ -> List.of();
      case RunOutcome.HandedOff(var successor, _, _) ->
          List.of(
              new AgentText(
                  message, "\n\n[The conversation continues in session " + successor + ".]"));
    };
  }
}
