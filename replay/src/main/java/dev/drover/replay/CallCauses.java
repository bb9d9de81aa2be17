package dev.drover.replay;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.machine.OpenCall.Stage;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Derives the inputs behind the events of single calls, of a turn or of the host.
///
/// @param rest of the journal from here on; at least one event
record CallCauses(SessionState state, List<RecordedEvent> rest) {
  static ReplayCause notHappened(EffectId effect) {
    return ReplayCause.of(new Input.ToolProbed(effect, new ProbeResult.DidNotHappen()));
  }

  static ReplayCause looked(EffectId effect, BlobId look) {
    return ReplayCause.of(new Input.WorkspaceCaptured(effect, look));
  }

  static ReplayCause told(Event.ApprovalAnswered answered) {
    return ReplayCause.of(
        new Input.ApprovalGiven(answered.effect(), answered.answer(), answered.by()),
        new Input.ApprovalExpired(answered.effect()));
  }

  static ReplayCause told(Event.QuestionAnswered answered) {
    return ReplayCause.of(
        new Input.AnswerGiven(
            answered.effect(), answered.round(), answered.answer(), answered.by()),
        new Input.ApprovalExpired(answered.effect()));
  }

  ReplayCause asked(Event.QuestionAsked asked) {
    var within = remaining(asked.until());
    if (within != null && !within.isPositive()) {
      return overdue(asked.effect());
    }
    return ReplayCause.of(
        new Input.ToolAsked(
            asked.effect(), asked.question(), new ApprovalTerms(asked.answerers(), within)));
  }

  ReplayCause checked(Event.DeferredCallChecked checked) {
    var next = Duration.between(rest.getFirst().at(), checked.next());
    return next.isPositive()
        ? ReplayCause.of(
            new Input.DeferredNewsGiven(
                checked.effect(), new DeferredCallNews.StillWorking(checked.progress(), next)))
        : overdue(checked.effect());
  }

  private @Nullable Duration remaining(@Nullable Instant until) {
    return until == null ? null : Duration.between(rest.getFirst().at(), until);
  }

  private static ReplayCause overdue(EffectId effect) {
    return new ReplayCause.None(0, "a time for %s that is not over".formatted(effect));
  }

  ReplayCause found(RunId run, EffectId effect) {
    return ReplayCause.of(new Input.FilesFound(run, effect, touched(effect)));
  }

  /// All changes that one call announced in the next events. Whether it announced them at once or
  /// in several steps makes no difference to the events.
  private List<FileChange> touched(EffectId effect) {
    var all = new ArrayList<FileChange>();
    for (int next = 0;
        at(next) instanceof Event.FilesTouched(_, var by, var changes) && by.equals(effect);
        next++) {
      all.addAll(changes);
      // An event is full if the same announcement continues in the next one.
      if (changes.size() < Event.FilesTouched.MOST) {
        break;
      }
    }
    return all;
  }

  ReplayCause deferred(Event.ToolDeferred deferred) {
    var within = remaining(deferred.until());
    var look = deferred.look();
    var first = look == null ? null : remaining(look.at());
    if ((within != null && !within.isPositive()) || (first != null && !first.isPositive())) {
      return overdue(deferred.effect());
    }
    var inquiry =
        look == null || first == null ? null : new ToolDeferral.Inquiry(look.handle(), first);
    return ReplayCause.of(
        new Input.ToolDeferred(
            deferred.effect(),
            new ToolDeferral(within, deferred.room(), inquiry),
            deferred.labels()));
  }

  /// The awaited input: an outcome from here or from elsewhere, a probe result, or an expired
  /// deadline.
  Input answerTo(Event.ToolSettled settled) {
    var effect = settled.effect();
    var by = settled.by();
    if (by != null) {
      return new Input.DeferredCallCompleted(effect, settled.outcome(), settled.labels(), by);
    }
    return switch (state.call(effect).map(OpenCall::stage).orElse(null)) {
      case Stage.Probing _ ->
          new Input.ToolProbed(
              effect, new ProbeResult.Happened(settled.outcome()), settled.marks());
      case Stage.Deferred away when away.look() != null -> news(away, settled);
      case Stage.Deferred _ -> new Input.DeferredCallExpired(effect);
      case Stage.Ready _,
          Stage.AwaitingApproval _,
          Stage.AwaitingAnswer _,
          Stage.Started _,
          Stage.Settled _ ->
          answered(settled);
      case null -> answered(settled);
    };
  }

  /// An unknown outcome after the deadline is that of the deadline: an outcome that the tool
  /// reports is known.
  private Input news(Stage.Deferred away, Event.ToolSettled settled) {
    var effect = settled.effect();
    if (!(settled.outcome() instanceof ToolOutcome.Unknown(var why))) {
      return new Input.DeferredNewsGiven(
          effect, new DeferredCallNews.Ended(settled.outcome()), settled.labels(), settled.marks());
    }
    var until = away.until();
    return until != null && !rest.getFirst().at().isBefore(until)
        ? new Input.DeferredCallExpired(effect)
        : new Input.DeferredNewsGiven(effect, new DeferredCallNews.Gone(why));
  }

  private static Input answered(Event.ToolSettled settled) {
    return new Input.ToolAnswered(
        settled.effect(), settled.outcome(), settled.labels(), settled.marks());
  }

  private @Nullable Event at(int offset) {
    return offset < rest.size() ? rest.get(offset).event() : null;
  }
}
