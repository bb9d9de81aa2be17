package dev.drover.runtime.replay;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.Deferred;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.Input;
import dev.drover.kernel.OpenCall;
import dev.drover.kernel.OpenCall.Stage;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads backwards what happened to single calls, of a turn or of the host.
///
/// @param rest what follows in the journal from here on; at least one event
record CallCauses(SessionState state, List<Recorded> rest) {
  static Cause notHappened(EffectId effect) {
    return Cause.of(new Input.ToolProbed(effect, new Input.Finding.DidNotHappen()));
  }

  static Cause looked(EffectId effect, BlobId look) {
    return Cause.of(new Input.WorkspaceLooked(effect, look));
  }

  static Cause told(Event.ApprovalAnswered answered) {
    return Cause.of(
        new Input.ApprovalGiven(answered.effect(), answered.answer(), answered.by()),
        new Input.ApprovalExpired(answered.effect()));
  }

  Cause found(RunId run, EffectId effect) {
    return Cause.of(new Input.FilesFound(run, effect, touched(effect)));
  }

  /// What one call announced in the events that stand next. Whether it said so at once or bit by
  /// bit makes no difference to the events.
  private List<FileChange> touched(EffectId effect) {
    var all = new ArrayList<FileChange>();
    for (int next = 0;
        at(next) instanceof Event.FilesTouched(_, var by, var changes) && by.equals(effect);
        next++) {
      all.addAll(changes);
      // One that goes on in the next event has as many changes as an event may have.
      if (changes.size() < Event.FilesTouched.MOST) {
        break;
      }
    }
    return all;
  }

  Cause deferred(Event.ToolDeferred deferred) {
    var until = deferred.until();
    var within = until == null ? null : Duration.between(rest.getFirst().at(), until);
    if (within != null && !within.isPositive()) {
      return new Cause.None(0, "a time for %s that is not over".formatted(deferred.effect()));
    }
    return Cause.of(
        new Input.ToolDeferred(
            deferred.effect(), new Deferred(within, deferred.room()), deferred.labels()));
  }

  /// The answer, from here or from elsewhere, or what a probe found, or that nobody answered,
  /// whichever was waited for.
  Input answerTo(Event.ToolSettled settled) {
    var effect = settled.effect();
    var by = settled.by();
    if (by != null) {
      return new Input.CompletionGiven(effect, settled.outcome(), settled.labels(), by);
    }
    return switch (state.call(effect).map(OpenCall::stage).orElse(null)) {
      case Stage.Probing _ ->
          new Input.ToolProbed(
              effect, new Input.Finding.Happened(settled.outcome()), settled.marks());
      case Stage.Away _ -> new Input.CompletionOverdue(effect);
      case Stage.Ready _, Stage.Asking _, Stage.Started _, Stage.Settled _ -> answered(settled);
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
