package dev.drover.internal.commit;

import dev.drover.internal.state.PlannedCalls;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalEligibility;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Catalog.Change.Begins;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Derives catalog changes from events. One pure function for all stores.
public final class Projector {
  private static final int TITLE_LENGTH = 80;

  private Projector() {}

  /// @param before the state before the first of these entries
  static List<Catalog.Change> changes(SessionState before, List<RecordedEvent> entries) {
    List<Catalog.Change> changes = List.of();
    for (int i = 0; i < entries.size(); i++) {
      var entry = entries.get(i);
      Optional<Catalog.Change> change;
      if (entry.event() instanceof Event.ApprovalRequested asked) {
        change = Optional.of(opened(call(before, entries, asked.effect()), asked, entry));
      } else if (entry.event() instanceof Event.QuestionAsked asked) {
        change = Optional.of(opened(call(before, entries, asked.effect()), asked, entry));
      } else {
        change = change(before, entry);
      }
      if (change.isPresent()) {
        changes = plus(changes, change.get());
      }
      if (entry.event() instanceof Event.ApprovalAnswered answered) {
        var grant = grant(before, answered, entry);
        changes = grant.isPresent() ? plus(changes, grant.get()) : changes;
      }
      var settled = AccountSettlement.of(before, entry);
      if (settled != null) {
        changes = plus(changes, settled);
      }
    }
    return changes;
  }

  /// Most decisions have one or none.
  private static List<Catalog.Change> plus(List<Catalog.Change> changes, Catalog.Change next) {
    if (changes.isEmpty()) {
      return List.of(next);
    }
    var more = new ArrayList<>(changes);
    more.add(next);
    return more;
  }

  private static Optional<Catalog.Change> change(SessionState before, RecordedEvent entry) {
    var at = entry.at();
    return switch (entry.event()) {
      case Event.SessionOpened opened -> Optional.of(opened(opened, at));
      case Event.SessionForked(_, var source, _, var agent, var workspace, _) ->
          Optional.of(new Catalog.Change.SessionForked(source, agent, workspace, at));
      case Event.RunAccepted(var run, _, _) when isWaiting(before, run) ->
          Optional.of(new Catalog.Change.RunBegun(run, entry.seq(), at));
      case Event.RunAccepted(var run, var prompt, _) ->
          Optional.of(accepted(run, prompt, entry, Begins.AT_ONCE));
      case Event.PromptQueued(var run, var prompt, _, _) ->
          Optional.of(accepted(run, prompt, entry, Begins.LATER));
      case Event.TextSteered steered ->
          Optional.ofNullable(steered.key())
              .map(own -> new Catalog.Change.MessageTaken(own, steered.run(), digest(steered)));
      case Event.RunFinished(var run, var outcome, _) ->
          Optional.of(new Catalog.Change.RunFinished(run, entry.seq(), at, RunStatus.of(outcome)));
      case Event.ApprovalAnswered answered ->
          Optional.of(new Catalog.Change.ApprovalClosed(answered.effect()));
      case Event.QuestionAnswered answered ->
          Optional.of(new Catalog.Change.ApprovalClosed(answered.effect()));
      case Event.ToolSettled(_, var effect, _, _, _, _) when isAsking(before, effect) ->
          Optional.of(new Catalog.Change.ApprovalClosed(effect));
      case Event.OfSession _,
          Event.BudgetWarned _,
          Event.OfPlan _,
          Event.OfModel _,
          Event.OfVerification _,
          Event.OfCall _,
          Event.UndoOrdered _,
          Event.RunRecovered _ ->
          Optional.empty();
    };
  }

  private static boolean isWaiting(SessionState before, RunId run) {
    return !before.backlog().queue().isEmpty()
        && before.backlog().queue().stream().anyMatch(queued -> queued.run().equals(run));
  }

  private static Catalog.Change accepted(
      RunId run, Prompt prompt, RecordedEvent entry, Begins begins) {
    return new Catalog.Change.RunAccepted(
        run,
        entry.seq(),
        entry.at(),
        title(prompt.text()),
        prompt.key(),
        prompt.key() == null ? "" : digest(prompt),
        begins);
  }

  private static Catalog.Change opened(Event.SessionOpened opened, Instant at) {
    return new Catalog.Change.SessionOpened(
        opened.agent(),
        opened.workspace(),
        at,
        opened.identity(),
        opened.origin() instanceof SessionOrigin.Delegated above ? above.parent() : null);
  }

  private static Catalog.Change opened(
      ToolCall call, Event.ApprovalRequested asked, RecordedEvent entry) {
    return new Catalog.Change.ApprovalOpened(
        asked.effect(),
        asked.run(),
        entry.at(),
        call,
        asked.why(),
        asked.grant(),
        asked.preview(),
        new ApprovalEligibility(asked.answerers(), asked.until()));
  }

  private static Catalog.Change opened(
      ToolCall call, Event.QuestionAsked asked, RecordedEvent entry) {
    return new Catalog.Change.ApprovalOpened(
        asked.effect(),
        asked.run(),
        entry.at(),
        call,
        asked.question().text() instanceof Text.Inline(var words) ? words : "",
        ApprovalRow.questionMark(asked.round()),
        asked.question().text(),
        new ApprovalEligibility(asked.answerers(), asked.until()));
  }

  /// Distinguishes prompts: by the text that was sent, before hooks rewrite it, and by the
  /// attachments.
  public static String digest(Prompt prompt) {
    var asked = digest(prompt.message(), prompt.rewording());
    return switch (prompt.answer()) {
      case AnswerType.Words _ -> asked;
      case AnswerType.Json(_, var schema, _) -> digest(Text.of(asked + digest(schema)));
    };
  }

  private static String digest(Event.TextSteered steered) {
    return digest(steered.message(), steered.rewording());
  }

  private static String digest(Message.User message, PromptRewrite rewording) {
    var words = rewording.digest().isEmpty() ? digest(message.text()) : rewording.digest();
    return message.media().isEmpty() ? words : digest(Text.of(words + message.media()));
  }

  private static String digest(Text prompt) {
    return switch (prompt) {
      case Text.Inline(var value) -> Blobs.idOf(Bytes.of(value)).sha256();
      case Text.Stored(var blob, _) -> blob.sha256();
    };
  }

  private static String title(Text prompt) {
    return switch (prompt) {
      case Text.Inline(var value) -> {
        int end = value.indexOf('\n') < 0 ? value.length() : value.indexOf('\n');
        yield value.substring(0, value.offsetByCodePoints(0, shortened(value, end)));
      }
      case Text.Stored(_, var bytes) -> "(a prompt of %d bytes)".formatted(bytes);
    };
  }

  private static int shortened(String value, int end) {
    return Math.min(value.codePointCount(0, end), TITLE_LENGTH);
  }

  private static Optional<Catalog.Change> grant(
      SessionState before, Event.ApprovalAnswered answered, RecordedEvent entry) {
    return answered.answer() instanceof ApprovalAnswer.Yes(var scope)
            && scope == ApprovalAnswer.Scope.ALWAYS
        ? before
            .call(answered.effect())
            .filter(call -> call.planned().verdict() instanceof Verdict.Ask)
            .map(call -> ((Verdict.Ask) call.planned().verdict()).grant())
            .map(
                rule ->
                    new Catalog.Change.RuleGranted(
                        rule, answered.by(), entry.at(), answered.effect()))
        : Optional.empty();
  }

  private static boolean isAsking(SessionState before, EffectId effect) {
    return before
        .call(effect)
        .filter(
            call ->
                call.stage() instanceof OpenCall.Stage.AwaitingApproval
                    || call.stage() instanceof OpenCall.Stage.AwaitingAnswer)
        .isPresent();
  }

  /// Most approvals are requested where the call is planned, so the call is not in the state yet.
  private static ToolCall call(SessionState before, List<RecordedEvent> entries, EffectId effect) {
    return entries.stream()
        .flatMap(entry -> PlannedCalls.of(entry.event()))
        .filter(planned -> planned.effect().equals(effect))
        .findFirst()
        .or(() -> before.call(effect).map(OpenCall::planned))
        .orElseThrow(
            () -> new IllegalStateException(effect + " is asked about and was never planned"))
        .call();
  }
}
