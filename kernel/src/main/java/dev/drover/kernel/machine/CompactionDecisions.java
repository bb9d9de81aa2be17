package dev.drover.kernel.machine;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.SessionPhase.Thinking;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.Objects;

/// The decisions about compaction of the conversation, and their effect on the state. The journal
/// keeps everything; only the model sees less.
final class CompactionDecisions {
  private CompactionDecisions() {}

  /// Drops whole exchanges, so that no call is separated from its outcome and the kept part begins
  /// with a user message.
  static Decision decide(Draft draft, Input.CompactRequested request) {
    var conversation = draft.state().conversation();
    int from = from(conversation, request.keep());
    return from == 0
        ? new Ignore(Why.NOTHING_TO_DO, "there is nothing to trim")
        : draft
            .add(new Event.HistoryCompacted(request.by(), from, conversation.size() - from))
            .commit();
  }

  /// The index at which the last `keep` exchanges begin; 0 if there are no more than those.
  private static int from(Conversation conversation, int keep) {
    int left = keep;
    for (int i = conversation.size() - 1; i > 0; i--) {
      if (conversation.beginsExchange(i) && --left == 0) {
        return i;
      }
    }
    return 0;
  }

  /// The compaction was prepared outside: the conversation must still be the same.
  static Decision given(Draft draft, Input.CompactionGiven given) {
    var state = draft.state();
    return given.effect().equals(state.position().nextEffect()) && fits(state, given.outcome())
        ? draft.add(event(given.outcome())).commit()
        : recordTooLate(
            draft,
            given,
            new Ignore(Why.STALE, "something else was said or done in the session meanwhile"));
  }

  /// A late compaction is not applied. If it was paid for, its usage is recorded.
  ///
  /// @param otherwise the decision if it was not paid for
  static Decision recordTooLate(Draft draft, Input.CompactionGiven given, Decision otherwise) {
    return given.outcome().usage().equals(Usage.NONE)
        ? otherwise
        : draft.add(new Event.CompactionFailed(recordTooLate(given.outcome()))).commit();
  }

  /// The model is called after all, under another effect id.
  static Decision postponed(Draft draft, Thinking thinking, Input.ModelPostponed postponed) {
    // A second compaction in a row could repeat for ever, and a cut that does not fit would
    // separate a call from its outcome.
    return thinking.frame().progress().compaction().isOpen()
            && fits(draft.state(), postponed.outcome())
        ? TurnDecisions.proceed(draft.add(event(postponed.outcome())))
        : TurnDecisions.fail(draft, RunProblems.compactionMisfit());
  }

  private static boolean fits(SessionState state, CompactionOutcome outcome) {
    return switch (outcome) {
      case CompactionOutcome.Applied applied ->
          ConversationTrimmer.fits(applied.cut(), state.conversation(), applied.summary());
      case CompactionOutcome.Denied _ -> true;
      // Causes other than ASKED come only from the model call of a run.
      case CompactionOutcome.Failed failure ->
          (failure.cause() == CompactionOutcome.Cause.ASKED)
              == (state.phase() instanceof SessionPhase.Idle);
    };
  }

  private static Event event(CompactionOutcome outcome) {
    return switch (outcome) {
      case CompactionOutcome.Applied applied -> new Event.HistoryCompacted(applied);
      case CompactionOutcome.Denied denial -> new Event.CompactionDenied(denial);
      case CompactionOutcome.Failed failure -> new Event.CompactionFailed(failure);
    };
  }

  /// This state with a compacted conversation.
  static SessionState shortened(SessionState state, CompactionOutcome.Applied applied) {
    var before = state.conversation();
    var cut = applied.cut();
    if (!ConversationTrimmer.fits(cut, before, applied.summary())) {
      throw new JournalOutOfOrder(
          "of %d messages %d were dropped and %d kept"
              .formatted(before.size(), cut.dropped(), cut.kept()));
    }
    var after = ConversationTrimmer.apply(cut, before, applied.summary());
    var next =
        state
            .with(after)
            .with(state.records().plus(compaction(state.position(), applied)))
            .with(paid(state, applied));
    return switch (state.phase()) {
      case Thinking thinking -> {
        var frame = thinking.frame();
        yield askedAgain(
            next, frame.compacted(base(frame, before, after, applied), applied.usage()));
      }
      case SessionPhase.Idle _ -> applied.hasSummary() ? named(next) : next;
      case SessionPhase.Unopened _, SessionPhase.Acting _, SessionPhase.Verifying _ ->
          throw new JournalOutOfOrder("nothing is dropped while calls are open");
    };
  }

  /// This state after a hook denied the compaction.
  static SessionState denied(SessionState state) {
    return state.phase() instanceof Thinking thinking
        ? askedAgain(state, thinking.frame().compactionDenied())
        : state;
  }

  /// This state after a failed compaction.
  static SessionState failed(SessionState state, CompactionOutcome.Failed failure) {
    var paid =
        failure.usage().equals(Usage.NONE)
            ? state
            : state.with(BudgetRules.compactionCharged(state, failure));
    if (failure.cause() == CompactionOutcome.Cause.ASKED) {
      return state.phase() instanceof SessionPhase.Idle ? named(paid) : paid;
    }
    var frame = Fold.requirePhase(state, Thinking.class).frame();
    return askedAgain(
        paid.with(state.records().withFailedCompaction(failure.tokens())),
        frame.compactionFailed(failure.usage()));
  }

  /// The summary call is charged; it is not a turn.
  private static SessionTotals paid(SessionState state, CompactionOutcome.Applied applied) {
    return applied.hasSummary() ? BudgetRules.compactionCharged(state, applied) : state.totals();
  }

  /// The conversation to restore when a run fails without a trace: the one it started with, without
  /// the dropped messages. If nothing would remain of it, or if it was abandoned before, the run
  /// restores all of it.
  private static Conversation base(
      RunState frame, Conversation before, Conversation after, CompactionOutcome.Applied applied) {
    var base = frame.base();
    int dropped = applied.cut().dropped();
    if (frame.request().history() instanceof Prompt.History.Given
        || dropped >= base.size()
        || !begins(before, base)) {
      return base;
    }
    int left = applied.cut().before(applied.summary()) + base.size() - dropped;
    return Conversation.of(after.messages().subList(0, left));
  }

  private static boolean begins(Conversation whole, Conversation beginning) {
    if (beginning.size() > whole.size()) {
      return false;
    }
    for (int i = 0; i < beginning.size(); i++) {
      if (!Objects.equals(whole.messages().get(i), beginning.messages().get(i))) {
        return false;
      }
    }
    return true;
  }

  /// Waiting texts are not delivered here: they could make the request too long again.
  static SessionState askedAgain(SessionState state, RunState frame) {
    return named(state)
        .with(new Thinking(frame, state.position().nextEffect(), 1, 0, Instant.EPOCH));
  }

  private static SessionState named(SessionState state) {
    var position = state.position();
    return state.at(
        new JournalPosition(position.seq(), position.at(), position.nextEffect().ordinal()));
  }

  /// The failure to record for a requested summary when the conversation has changed since.
  private static CompactionOutcome.Failed recordTooLate(CompactionOutcome outcome) {
    return new CompactionOutcome.Failed(
        outcome.by(),
        CompactionOutcome.Cause.ASKED,
        RunProblems.summaryTooLate(),
        0,
        outcome.usage(),
        outcome.replacements());
  }

  private static CompactionRecord compaction(
      JournalPosition position, CompactionOutcome.Applied applied) {
    var cut = applied.cut();
    return new CompactionRecord(
        position.seq(),
        position.at(),
        applied.by(),
        applied.cause(),
        cut.dropped(),
        cut.kept(),
        cut.trimmed().size(),
        applied.hasSummary());
  }
}
