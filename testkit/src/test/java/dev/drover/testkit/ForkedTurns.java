package dev.drover.testkit;

import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Fork;
import dev.drover.runtime.Session;
import dev.drover.runtime.problem.SessionExists;
import java.util.ArrayList;
import java.util.List;

/// [ThreeTurns], and somebody who forks the session when its first tool is under way. Remembers how
/// the fork stood when a person had answered.
final class ForkedTurns implements Scenario {
  private static final SessionId FORK = new SessionId("s-crash-fork");

  private final Scenario turns = new ThreeTurns();
  private final List<List<Message>> forks = new ArrayList<>();

  @Override
  public String prompt() {
    return turns.prompt();
  }

  @Override
  public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
    return turns.equip(agent, ledger);
  }

  /// The conversation of the fork, once for each life that saw the answer.
  List<List<Message>> forks() {
    return List.copyOf(forks);
  }

  @Override
  public void seen(Session session, Drover drover, Event event) {
    Scenario.super.seen(session, drover, event);
    if (event instanceof Event.ToolStarted) {
      fork(session, drover);
    }
    if (event instanceof Event.ApprovalAnswered) {
      forks.add(List.copyOf(drover.archive().state(FORK).conversation().messages()));
    }
  }

  private static void fork(Session session, Drover drover) {
    try {
      // In the middle of the turn, whatever has happened since.
      drover.fork(session.id(), Fork.at(6).into(FORK));
    } catch (SessionExists already) {
      // Another tool of the turn, or an earlier life.
    }
  }
}
