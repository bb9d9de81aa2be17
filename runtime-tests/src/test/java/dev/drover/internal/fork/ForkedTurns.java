package dev.drover.internal.fork;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.ThreeTurns;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.SessionExists;
import dev.drover.session.ForkPoint;
import dev.drover.testkit.CrashScenario;
import dev.drover.testkit.PerformedEffects;
import java.util.ArrayList;
import java.util.List;

/// [ThreeTurns], with a fork of the session during its first tool. Records the state of the fork
/// when a person has answered.
final class ForkedTurns implements CrashScenario {
  private static final SessionId FORK = new SessionId("s-crash-fork");

  private final CrashScenario turns = new ThreeTurns();
  private final List<List<Message>> forks = new ArrayList<>();

  @Override
  public String prompt() {
    return turns.prompt();
  }

  @Override
  public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
    return turns.configure(agent, ledger);
  }

  /// The conversation of the fork, once for each process that saw the answer.
  List<List<Message>> forks() {
    return List.copyOf(forks);
  }

  @Override
  public void onEvent(Session session, Drover drover, Event event) {
    CrashScenario.super.onEvent(session, drover, event);
    if (event instanceof Event.ToolStarted) {
      fork(session, drover);
    }
    if (event instanceof Event.ApprovalAnswered) {
      forks.add(List.copyOf(drover.queries().snapshot(FORK).messages()));
    }
  }

  private static void fork(Session session, Drover drover) {
    try {
      // In the middle of the turn, whatever has happened since.
      drover.fork(session.id(), ForkPoint.at(6).into(FORK));
    } catch (SessionExists already) {
      // Another tool of the turn, or an earlier process.
    }
  }
}
