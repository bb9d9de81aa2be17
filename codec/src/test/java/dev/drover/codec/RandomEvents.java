package dev.drover.codec;

import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.message.DeferredCallNews.DeferredLook;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import java.util.List;
import java.util.function.Function;

/// Random events, all equally likely, drawn from a seed.
final class RandomEvents {
  private static final List<Function<RandomValues, Event.OfRun>> OF_RUN =
      List.of(
          v -> new Event.RunAccepted(v.run(), v.prompt(), v.limits()),
          v -> new Event.PromptQueued(v.run(), v.prompt(), v.recipe(), v.limits()),
          v -> new Event.AnswerRejected(v.run(), v.effect(), v.string()),
          v ->
              new Event.VerificationStarted(
                  v.run(), v.effect(), new RunOutcome.Completed(v.text(), v.text())),
          v -> new Event.VerificationFailed(v.run(), v.effect(), v.string()),
          v ->
              new Event.TextSteered(
                  v.run(), v.text(), v.list(v::media), v.prompt().key(), v.rewording()),
          v -> new Event.DirectCallAccepted(v.run(), v.string(), v.plannedCall()),
          v -> new Event.ModelReplied(v.run(), v.effect(), v.reply()),
          v -> new Event.ModelFailed(v.run(), v.effect(), v.attempt(), v.failure(), v.instant()),
          v ->
              new Event.ModelReplaced(
                  v.run(), v.effect(), v.attempt(), v.failure(), RandomBudgets.fallback(v)),
          v -> new Event.ReplyInterrupted(v.run(), v.effect(), v.text()),
          v -> new Event.ToolsPlanned(v.run(), v.someOf(v::plannedCall)),
          v ->
              new Event.ApprovalRequested(
                  v.run(),
                  v.effect(),
                  v.string(),
                  v.string(),
                  v.string(),
                  v.text(),
                  v.list(v::string),
                  v.instantOrNull()),
          v -> new Event.ApprovalAnswered(v.run(), v.effect(), v.answer(), v.string()),
          v -> new Event.ToolStarted(v.run(), v.effect(), v.attempt()),
          v -> new Event.WorkspaceKept(v.run(), v.effect(), v.blob()),
          v -> new Event.FilesTouched(v.run(), v.effect(), v.someOf(v::change)),
          v ->
              new Event.TaskStarted(
                  v.run(),
                  v.effect(),
                  v.session(),
                  v.string(),
                  v.of(TaskMode.values()),
                  v.choice(2) == 0 ? v.limits() : null),
          v ->
              new Event.ToolDeferred(
                  v.run(),
                  v.effect(),
                  v.instantOrNull(),
                  v.labels(),
                  v.of(ToolDeferral.Slot.values()),
                  v.choice(2) == 0 ? null : new DeferredLook(v.string(), v.instant())),
          v -> new Event.DeferredCallChecked(v.run(), v.effect(), v.string(), v.instant()),
          v ->
              new Event.QuestionAsked(
                  v.run(),
                  v.effect(),
                  v.attempt(),
                  v.question(),
                  v.list(v::string),
                  v.instantOrNull()),
          v ->
              new Event.QuestionAnswered(
                  v.run(), v.effect(), v.attempt(), v.questionAnswer(), v.string()),
          v ->
              new Event.ToolSettled(
                  v.run(), v.effect(), v.outcome(), v.labels(), v.stringOrNull(), v.marks()),
          v ->
              new Event.BudgetWarned(
                  v.run(),
                  RandomBudgets.payer(v),
                  RandomBudgets.measure(v),
                  v.positive(),
                  v.positive()),
          v ->
              new Event.RunRecovered(
                  v.run(), v.string(), v.list(v::effect), v.of(TakeoverCause.values())),
          v -> new Event.RunFinished(v.run(), v.runOutcome(), v.usage()),
          v -> new Event.UndoOrdered(v.run(), v.string(), v.list(v::string)));

  /// The number of kinds of events.
  static final int KINDS = OF_RUN.size() + 14;

  private RandomEvents() {}

  static RecordedEvent next(RandomValues values, SessionId session) {
    return new RecordedEvent(values.positive(), values.instant(), event(values, session));
  }

  private static Event event(RandomValues values, SessionId session) {
    int kind = values.choice(KINDS);
    return switch (kind - OF_RUN.size()) {
      case 0 ->
          new Event.SessionOpened(
              session, values.string(), values.string(), values.identity(), values.opened());
      case 1 -> new Event.RecipeAdopted(values.recipe());
      case 2 -> new Event.HistoryCleared(values.string());
      case 3 ->
          new Event.BudgetsSet(
              RandomBudgets.budgets(values),
              values.string(),
              values.choice(2) == 0 ? BudgetOrigin.SET : BudgetOrigin.RUN);
      case 5 -> new Event.HistoryCompacted(values.appliedCompaction());
      case 11 -> new Event.CompactionDenied(values.compactionDenial());
      case 12 -> new Event.CompactionFailed(values.compactionFailure());
      case 10 -> new Event.SessionHandedOff(values.handOff(), values.string());
      case 9 -> new Event.OutcomeEdited(values.effect(), values.outcome(), values.string());
      case 8 ->
          new Event.SessionForked(
              session,
              new SessionId("s-" + values.attempt()),
              values.attempt(),
              values.string(),
              values.string(),
              values.string());
      case 4 -> new Event.VerificationRecorded(values.report());
      case 13 -> new Event.CompletionMade(values.oneShot());
      case 6 ->
          new Event.TaskEnded(values.session(), values.of(TaskStatus.values()), values.usage());
      case 7 -> new Event.PromptDenied(values.denial());
      default -> OF_RUN.get(kind).apply(values);
    };
  }
}
