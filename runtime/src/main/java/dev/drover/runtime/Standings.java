package dev.drover.runtime;

import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.CompletionKey;
import dev.drover.kernel.LongestWait;
import dev.drover.kernel.OpenCall;
import dev.drover.kernel.Phase;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.writer.Letter.Going;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// What can be read from a state about what is going.
final class Standings {
  private Standings() {}

  static List<String> openApprovals(SessionId session, SessionState state) {
    return state.phase() instanceof Phase.Acting(_, var calls)
        ? calls.stream()
            .filter(call -> call.stage() instanceof OpenCall.Stage.Asking)
            .map(call -> new ApprovalId(session, call.planned().effect()).toString())
            .toList()
        : List.of();
  }

  /// What the calls wait for that go on elsewhere.
  ///
  /// @param tasks says it of a child
  static List<String> away(
      SessionId session, SessionState state, Function<SessionId, String> tasks) {
    return state.phase() instanceof Phase.Acting(_, var calls)
        ? calls.stream()
            .filter(call -> call.stage() instanceof OpenCall.Stage.Away)
            .map(
                call ->
                    call.child() == null
                        ? "the completion of " + new CompletionKey(session, call.planned().effect())
                        : tasks.apply(call.child()))
            .toList()
        : List.of();
  }

  static List<ActiveTool> activeTools(SessionState state) {
    var active = new ArrayList<ActiveTool>();
    if (state.phase() instanceof Phase.Acting(var frame, var calls)) {
      calls.stream().flatMap(call -> active(frame.run(), call)).forEach(active::add);
    }
    state.direct().stream()
        .flatMap(direct -> active(direct.run(), direct.open()))
        .forEach(active::add);
    return List.copyOf(active);
  }

  private static Stream<ActiveTool> active(RunId run, OpenCall call) {
    var planned = call.planned();
    return since(call)
        .map(since -> new ActiveTool(planned.effect(), run, planned.call().tool(), since))
        .stream();
  }

  private static Optional<Instant> since(OpenCall call) {
    return switch (call.stage()) {
      case OpenCall.Stage.Started(_, var since) -> Optional.of(since);
      case OpenCall.Stage.Away(_, var since, _, _) -> Optional.of(since);
      case OpenCall.Stage.Ready _,
          OpenCall.Stage.Asking _,
          OpenCall.Stage.Probing _,
          OpenCall.Stage.Settled _ ->
          Optional.empty();
    };
  }

  /// The call that is carried out elsewhere under this key, if it is.
  static Optional<DeferredCall> deferred(
      CompletionKey key, SessionState state, Function<Text, String> read) {
    return state.call(key.effect()).flatMap(call -> deferred(key.session(), call, read));
  }

  /// The calls of the run that are carried out elsewhere, but not those that children carry out.
  static List<DeferredCall> deferred(
      SessionId session, SessionState state, Function<Text, String> read) {
    return state.phase() instanceof Phase.Acting(_, var calls)
        ? calls.stream()
            .filter(call -> call.child() == null)
            .flatMap(call -> deferred(session, call, read).stream())
            .toList()
        : List.of();
  }

  private static Optional<DeferredCall> deferred(
      SessionId session, OpenCall call, Function<Text, String> read) {
    if (!(call.stage() instanceof OpenCall.Stage.Away(_, var since, var until, _))) {
      return Optional.empty();
    }
    var key = new CompletionKey(session, call.planned().effect());
    var asked = call.planned().call();
    return Optional.of(
        new DeferredCall(key, asked.tool(), read.apply(asked.arguments()), since, until));
  }

  static boolean isIdle(Drover drover, SessionId session) {
    // Last: what hooks are told of an end is known once the writer has settled it.
    return isIdle(drover.archive().state(session))
        && drover.engine().partings().isSettled(session)
        && drover.engine().hookLines().isQuiet(session);
  }

  private static boolean isIdle(SessionState state) {
    return state.running().isEmpty() && state.direct().isEmpty();
  }

  static boolean awaitIdle(Drover drover, SessionId session, Duration atMost) {
    var engine = drover.engine();
    var until = engine.time().now().plus(LongestWait.cap(atMost));
    var start = drover.archive().state(session);
    if (!isIdle(start)) {
      try (var events = drover.archive().eventsOnly(new Cursor(session, start.position().seq()))) {
        while (!isIdle(drover.archive().state(session))) {
          var left = Duration.between(engine.time().now(), until);
          if (left.isNegative() || left.isZero()) {
            return false;
          }
          if (events.next(left).isEmpty() && events.isAtEnd()) {
            throw new SessionClosed(session);
          }
        }
      }
    }
    // A tool that was stopped has an outcome, and may still be at work.
    engine.partings().settle(session, Going.KEEP);
    var left = Duration.between(engine.time().now(), until);
    return engine.hookLines().awaitQuiet(session, left);
  }
}
