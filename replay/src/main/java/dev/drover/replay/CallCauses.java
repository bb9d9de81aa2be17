package dev.drover.replay;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.machine.OpenCall.Stage;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import java.time.Duration;
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
    var until = deferred.until();
    var within = until == null ? null : Duration.between(rest.getFirst().at(), until);
    if (within != null && !within.isPositive()) {
      return new ReplayCause.None(0, "a time for %s that is not over".formatted(deferred.effect()));
    }
    return ReplayCause.of(
        new Input.ToolDeferred(
            deferred.effect(), new ToolDeferral(within, deferred.room()), deferred.labels()));
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
      case Stage.Deferred _ -> new Input.DeferredCallExpired(effect);
      case Stage.Ready _, Stage.AwaitingApproval _, Stage.Started _, Stage.Settled _ ->
          answered(settled);
      case null -> answered(settled);
    };
  }

  private static Input answered(Event.ToolSettled settled) {
    return new Input.ToolAnswered(
        settled.effect(), settled.outcome(), settled.labels(), settled.marks());
  }

  private @Nullable Event at(int offset) {
    return offset < rest.size() ? rest.get(offset).event() : null;
  }
}
