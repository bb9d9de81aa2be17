package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Phase.Thinking;
import java.time.Instant;
import java.util.Objects;

/// The decisions that make the conversation shorter, and what follows from them. The journal keeps
/// all; only what the model sees is less.
final class Compacting {
  private Compacting() {}

  /// Whole exchanges are dropped, so no call is parted from its outcome, and what is kept begins
  /// with words of the user.
  static Decision decide(Draft draft, Input.CompactRequested request) {
    var conversation = draft.state().conversation();
    int from = from(conversation, request.keep());
    return from == 0
        ? new Ignore(Why.NOTHING_TO_DO, "there is nothing to trim")
        : draft
            .add(new Event.HistoryCompacted(request.by(), from, conversation.size() - from))
            .commit();
  }

  /// Where the oldest of the last so many exchanges begins; 0 if there are no more than those.
  private static int from(Conversation conversation, int keep) {
    int left = keep;
    for (int i = conversation.size() - 1; i > 0; i--) {
      if (conversation.beginsExchange(i) && --left == 0) {
        return i;
      }
    }
    return 0;
  }

  /// Somebody has thought about the conversation for a while: it must still be the same.
  static Decision given(Draft draft, Input.CompactionGiven given) {
    var state = draft.state();
    return given.effect().equals(state.position().nextEffect()) && fits(state, given.outcome())
        ? draft.add(event(given.outcome())).commit()
        : late(
            draft,
            given,
            new Ignore(Why.STALE, "something else was said or done in the session meanwhile"));
  }

  /// What comes too late is not used. If it was paid for, that is written down.
  ///
  /// @param otherwise what follows if it was not
  static Decision late(Draft draft, Input.CompactionGiven given, Decision otherwise) {
    return given.outcome().usage().equals(Usage.NONE)
        ? otherwise
        : draft.add(new Event.CompactionFailed(ShorteningFailure.late(given.outcome()))).commit();
  }

  /// The model is asked after all, under another name.
  static Decision postponed(Draft draft, Thinking thinking, Input.ModelPostponed postponed) {
    // Twice in a row would be for ever, and what does not fit would be a call without its outcome.
    return thinking.frame().vigil().length().isOpen() && fits(draft.state(), postponed.outcome())
        ? Turns.proceed(draft.add(event(postponed.outcome())))
        : Turns.fail(draft, RunProblems.compactionMisfit());
  }

  private static boolean fits(SessionState state, ShorteningOutcome outcome) {
    return switch (outcome) {
      case Shortening shortening ->
          shortening.cut().fits(state.conversation(), shortening.summary());
      case ShorteningDenial _ -> true;
      // Whoever was to ask the model for a run speaks of that, and nobody else does.
      case ShorteningFailure failure ->
          (failure.cause() == ShorteningOutcome.Cause.ASKED)
              == (state.phase() instanceof Phase.Idle);
    };
  }

  private static Event event(ShorteningOutcome outcome) {
    return switch (outcome) {
      case Shortening shortening -> new Event.HistoryCompacted(shortening);
      case ShorteningDenial denial -> new Event.CompactionDenied(denial);
      case ShorteningFailure failure -> new Event.CompactionFailed(failure);
    };
  }

  /// This state with a conversation that is shorter.
  static SessionState shortened(SessionState state, Shortening shortening) {
    var before = state.conversation();
    var cut = shortening.cut();
    if (!cut.fits(before, shortening.summary())) {
      throw new JournalOutOfOrder(
          "of %d messages %d were dropped and %d kept"
              .formatted(before.size(), cut.dropped(), cut.kept()));
    }
    var after = cut.of(before, shortening.summary());
    var next =
        state
            .with(after)
            .with(state.annals().plus(Compaction.of(state.position(), shortening)))
            .with(paid(state, shortening));
    return switch (state.phase()) {
      case Thinking thinking -> {
        var frame = thinking.frame();
        yield askedAgain(
            next, frame.shortened(base(frame, before, after, shortening), shortening.usage()));
      }
      case Phase.Idle _ -> shortening.isSummedUp() ? named(next) : next;
      case Phase.Unopened _, Phase.Acting _ ->
          throw new JournalOutOfOrder("nothing is dropped while calls are open");
    };
  }

  /// This state after a hook has said that the conversation stays as it is.
  static SessionState denied(SessionState state) {
    return state.phase() instanceof Thinking thinking
        ? askedAgain(state, thinking.frame().lengthDenied())
        : state;
  }

  /// This state after nobody has summed up, or too late.
  static SessionState failed(SessionState state, ShorteningFailure failure) {
    var paid =
        failure.usage().equals(Usage.NONE) ? state : state.with(Budgeting.summedUp(state, failure));
    if (failure.cause() == ShorteningOutcome.Cause.ASKED) {
      return state.phase() instanceof Phase.Idle ? named(paid) : paid;
    }
    var frame = Fold.in(state, Thinking.class).frame();
    return askedAgain(
        paid.with(state.annals().setBack(failure.tokens())), frame.lengthFailed(failure.usage()));
  }

  /// The call that summed up is paid for; it is no turn.
  private static Totals paid(SessionState state, Shortening shortening) {
    return shortening.isSummedUp() ? Budgeting.summedUp(state, shortening) : state.totals();
  }

  /// What a run goes back to that fails without a trace: the conversation that it found, shorter by
  /// what was dropped of it. If nothing would be left of that, or if it was left behind before, the
  /// run goes back to all of it.
  private static Conversation base(
      RunFrame frame, Conversation before, Conversation after, Shortening shortening) {
    var base = frame.base();
    int dropped = shortening.cut().dropped();
    if (frame.brief().history() instanceof Prompt.History.Given
        || dropped >= base.size()
        || !begins(before, base)) {
      return base;
    }
    int left = shortening.cut().before(shortening.summary()) + base.size() - dropped;
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

  /// Not heard here is what was said meanwhile: it could make the request too long again.
  static SessionState askedAgain(SessionState state, RunFrame frame) {
    return named(state)
        .with(new Thinking(frame, state.position().nextEffect(), 1, 0, Instant.EPOCH));
  }

  private static SessionState named(SessionState state) {
    var position = state.position();
    return state.at(new Position(position.seq(), position.at(), position.nextEffect().ordinal()));
  }
}
