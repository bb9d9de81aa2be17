package dev.drover.kernel;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What a session is doing. There is no flag beside it.
public sealed interface Phase {
  Phase UNOPENED = new Unopened();
  Phase IDLE = new Idle();

  record Unopened() implements Phase {}

  record Idle() implements Phase {}

  /// A run is going.
  sealed interface Running extends Phase {
    RunFrame frame();
  }

  /// The model owes a reply.
  ///
  /// @param hits how many of the earlier attempts were throttled
  record Thinking(RunFrame frame, EffectId effect, int attempt, int hits, Instant notBefore)
      implements Running {
    boolean isAwaiting(EffectId answered, int answeredAttempt) {
      return effect.equals(answered) && attempt == answeredAttempt;
    }
  }

  /// The calls of one reply are being carried out. At least one is not settled.
  record Acting(RunFrame frame, List<OpenCall> calls) implements Running {
    /// How many calls of one turn run at the same time.
    static final int MAX_PARALLEL = 8;

    public Acting {
      calls = List.copyOf(calls);
    }

    Optional<OpenCall> call(EffectId effect) {
      for (var call : calls) {
        if (call.effect().equals(effect)) {
          return Optional.of(call);
        }
      }
      return Optional.empty();
    }

    Optional<CallSite> site(EffectId effect) {
      return call(effect).map(this::site);
    }

    /// Those that are not settled.
    List<CallSite> sites() {
      var sites = new ArrayList<CallSite>(calls.size());
      for (var call : calls) {
        if (!call.isSettled()) {
          sites.add(site(call));
        }
      }
      return sites;
    }

    CallSite site(OpenCall call) {
      return new CallSite(
          frame.run(), call, frame.limits().attempts(), frame.isHopelessAfterNext());
    }

    boolean isSettled() {
      for (var call : calls) {
        if (!call.isSettled()) {
          return false;
        }
      }
      return true;
    }

    boolean isTogether() {
      for (var call : calls) {
        if (call.planned().terms().pace() != CallTerms.Pace.PARALLEL) {
          return false;
        }
      }
      return true;
    }

    int running() {
      int running = 0;
      for (var call : calls) {
        running += call.isRunning() ? 1 : 0;
      }
      return running;
    }

    private int inPlace() {
      int calls = 0;
      for (var call : this.calls) {
        calls += call.isInPlace() ? 1 : 0;
      }
      return calls;
    }

    /// The calls that may be started now. Side by side when each of the turn's calls allows it,
    /// else one after the other, in the order in which the model asked.
    List<OpenCall> startable() {
      boolean together = isTogether();
      int room = (together ? MAX_PARALLEL : 1) - inPlace();
      List<OpenCall> startable = List.of();
      for (var call : calls) {
        if (startable.size() >= room || (!together && call.isParked())) {
          break;
        }
        if (call.stage() instanceof OpenCall.Stage.Ready) {
          startable = Few.plus(startable, call);
        }
      }
      return startable;
    }

    Acting with(EffectId effect, UnaryOperator<OpenCall> change) {
      return new Acting(
          frame,
          Few.mapped(calls, call -> call.effect().equals(effect) ? change.apply(call) : call));
    }
  }
}
