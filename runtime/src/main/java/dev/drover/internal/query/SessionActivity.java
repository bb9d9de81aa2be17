package dev.drover.internal.query;

import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.query.SessionSnapshot.ActiveToolCall;
import dev.drover.tool.DeferredCalls.DeferredCall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Derives the work in progress from a state.
public final class SessionActivity {
  private SessionActivity() {}

  static List<String> openApprovals(SessionId session, SessionState state) {
    return state.phase() instanceof SessionPhase.Acting(_, var calls)
        ? calls.stream()
            .filter(call -> call.stage() instanceof OpenCall.Stage.AwaitingApproval)
            .map(call -> new ApprovalId(session, call.planned().effect()).toString())
            .toList()
        : List.of();
  }

  static List<String> openQuestions(SessionId session, SessionState state) {
    return state.phase() instanceof SessionPhase.Acting(_, var calls)
        ? calls.stream()
            .filter(call -> call.stage() instanceof OpenCall.Stage.AwaitingAnswer)
            .map(call -> new ApprovalId(session, call.planned().effect()).toString())
            .toList()
        : List.of();
  }

  /// What deferred calls and tasks wait for.
  ///
  /// @param tasks describes a child
  static List<String> unfinishedWork(
      SessionId session, SessionState state, Function<SessionId, String> tasks) {
    return state.phase() instanceof SessionPhase.Acting(_, var calls)
        ? calls.stream()
            .filter(call -> call.stage() instanceof OpenCall.Stage.Deferred)
            .map(
                call ->
                    call.child() == null
                        ? "the completion of "
                            + new DeferredCallKey(session, call.planned().effect())
                        : tasks.apply(call.child()))
            .toList()
        : List.of();
  }

  public static List<ActiveToolCall> activeTools(SessionState state) {
    var active = new ArrayList<ActiveToolCall>();
    if (state.phase() instanceof SessionPhase.Acting(var frame, var calls)) {
      calls.stream().flatMap(call -> active(frame.run(), call)).forEach(active::add);
    }
    state.direct().stream()
        .flatMap(direct -> active(direct.run(), direct.open()))
        .forEach(active::add);
    return List.copyOf(active);
  }

  private static Stream<ActiveToolCall> active(RunId run, OpenCall call) {
    var planned = call.planned();
    return since(call)
        .map(since -> new ActiveToolCall(planned.effect(), run, planned.call().tool(), since))
        .stream();
  }

  private static Optional<Instant> since(OpenCall call) {
    return switch (call.stage()) {
      case OpenCall.Stage.Started(_, var since) -> Optional.of(since);
      case OpenCall.Stage.Deferred(_, var since, _, _, _) -> Optional.of(since);
      case OpenCall.Stage.Ready _,
          OpenCall.Stage.AwaitingApproval _,
          OpenCall.Stage.AwaitingAnswer _,
          OpenCall.Stage.Probing _,
          OpenCall.Stage.Settled _ ->
          Optional.empty();
    };
  }

  /// The deferred call with this key, if it is open.
  public static Optional<DeferredCall> deferred(
      DeferredCallKey key, SessionState state, Function<Text, String> read) {
    return state.call(key.effect()).flatMap(call -> deferred(key.session(), call, read));
  }

  /// The deferred calls of the run, without tasks.
  public static List<DeferredCall> deferred(
      SessionId session, SessionState state, Function<Text, String> read) {
    return state.phase() instanceof SessionPhase.Acting(_, var calls)
        ? calls.stream()
            .filter(call -> call.child() == null)
            .flatMap(call -> deferred(session, call, read).stream())
            .toList()
        : List.of();
  }

  private static Optional<DeferredCall> deferred(
      SessionId session, OpenCall call, Function<Text, String> read) {
    if (!(call.stage() instanceof OpenCall.Stage.Deferred(_, var since, var until, _, _))) {
      return Optional.empty();
    }
    var key = new DeferredCallKey(session, call.planned().effect());
    var asked = call.planned().call();
    return Optional.of(
        new DeferredCall(key, asked.tool(), read.apply(asked.arguments()), since, until));
  }
}
