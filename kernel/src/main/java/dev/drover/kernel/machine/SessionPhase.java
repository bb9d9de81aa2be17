package dev.drover.kernel.machine;

import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.value.EffectId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The phase of a session. There is no other flag for it.
public sealed interface SessionPhase {
  SessionPhase UNOPENED = new Unopened();
  SessionPhase IDLE = new Idle();

  record Unopened() implements SessionPhase {}

  record Idle() implements SessionPhase {}

  /// There is a current run.
  sealed interface Running extends SessionPhase {
    RunState frame();
  }

  /// The model owes a reply.
  ///
  /// @param hits number of earlier attempts that were throttled
  record Thinking(RunState frame, EffectId effect, int attempt, int hits, Instant notBefore)
      implements Running {
    boolean isAwaiting(EffectId answered, int answeredAttempt) {
      return effect.equals(answered) && attempt == answeredAttempt;
    }
  }

  /// The model has given its answer, and the required checks are being carried out.
  ///
  /// @param effect that carries out the checks
  /// @param answer with which the run completes when they have passed
  record Verifying(RunState frame, EffectId effect, RunOutcome.Completed answer)
      implements Running {}

  /// The calls of one reply are being carried out. At least one is not settled.
  record Acting(RunState frame, List<OpenCall> calls) implements Running {
    /// The maximum number of calls of one turn that run at the same time.
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

    Optional<OpenCallContext> site(EffectId effect) {
      return call(effect).map(this::site);
    }

    /// The calls that are not settled.
    List<OpenCallContext> sites() {
      var sites = new ArrayList<OpenCallContext>(calls.size());
      for (var call : calls) {
        if (!call.isSettled()) {
          sites.add(site(call));
        }
      }
      return sites;
    }

    OpenCallContext site(OpenCall call) {
      return new OpenCallContext(
          frame.run(), call, frame.limits().attempts(), frame.isCrashLoopAfterNext());
    }

    boolean isSettled() {
      for (var call : calls) {
        if (!call.isSettled()) {
          return false;
        }
      }
      return true;
    }

    boolean isParallel() {
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
        calls += call.isOccupyingSlot() ? 1 : 0;
      }
      return calls;
    }

    /// The calls that may be started now: in parallel if each of the turn's calls allows it, else
    /// one at a time, in the order of the reply.
    List<OpenCall> startable() {
      boolean together = isParallel();
      int room = (together ? MAX_PARALLEL : 1) - inPlace();
      List<OpenCall> startable = List.of();
      for (var call : calls) {
        if (startable.size() >= room || (!together && call.isWaiting())) {
          break;
        }
        if (call.stage() instanceof OpenCall.Stage.Ready) {
          startable = SmallLists.plus(startable, call);
        }
      }
      return startable;
    }

    Acting with(EffectId effect, UnaryOperator<OpenCall> change) {
      return new Acting(
          frame,
          SmallLists.mapped(
              calls, call -> call.effect().equals(effect) ? change.apply(call) : call));
    }
  }
}
