package dev.drover.internal.dispatch;

import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.SessionId;
import dev.drover.quota.ProviderQuotas;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs what the runs of a session wait for, once for each wait. Belongs to the session's writer.
public final class WaitLog {
  private static final Logger LOG = LoggerFactory.getLogger("dev.drover.runtime.waiting");

  private final SessionId session;
  private final ProviderQuotas quotas;
  private final RuntimeState runtime;
  private List<Effect> last = List.of();

  public WaitLog(SessionId session, ProviderQuotas quotas, RuntimeState runtime) {
    this.session = session;
    this.quotas = quotas;
    this.runtime = runtime;
  }

  /// All work of the session waits. While the runtime drains, it waits for another process only.
  void parked(SessionState state) {
    var due = state.due();
    if (due.equals(last) || due.isEmpty() || runtime.isDraining()) {
      return;
    }
    last = due;
    if (LOG.isWarnEnabled()) {
      var waits =
          due.stream()
              .map(effect -> words(state, effect))
              .distinct()
              .collect(Collectors.joining(", "));
      LOG.warn("session {}: run {} waits for {}", session, due.getFirst().run(), waits);
    }
  }

  private String words(SessionState state, Effect effect) {
    return switch (effect) {
      case Effect.AwaitAnswer wait ->
          (isQuestion(state, wait) ? "an answer to question " : "an answer to approval ")
              + new ApprovalId(session, wait.id());
      case Effect.AskForNews news ->
          "the completion of %s, with the next look at %s"
              .formatted(new ApprovalId(session, news.id()), news.look().at());
      case Effect.AwaitDeferredCall wait ->
          "the completion of " + new ApprovalId(session, wait.id());
      case Effect.CallModel call ->
          quotas
              .hold(call.run())
              .map(hold -> "the quota of %s until %s".formatted(hold.account(), hold.wake()))
              .orElseGet(() -> "the next attempt at " + call.notBefore());
      case Effect.CallTool _, Effect.ProbeTool _ -> "call " + effect.id();
      case Effect.RunChecks _ -> "its required checks";
    };
  }

  private static boolean isQuestion(SessionState state, Effect.AwaitAnswer wait) {
    return state
        .call(wait.id())
        .filter(call -> call.stage() instanceof OpenCall.Stage.AwaitingAnswer)
        .isPresent();
  }
}
