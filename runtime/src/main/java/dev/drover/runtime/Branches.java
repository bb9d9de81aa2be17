package dev.drover.runtime;

import dev.drover.runtime.problem.SessionBusy;

/// Forks of one session, as handles.
record Branches(Session session, Drover drover) {
  Session fork(Fork fork) {
    var id = drover.fork(session.id(), fork);
    var agent = fork.agent() == null ? session.agent() : fork.agent();
    return new Agent(drover, agent).open(id, OpenMode.RESUME);
  }

  Session rewind(long seq) {
    if (!session.isIdle()) {
      throw new SessionBusy(session.id(), "only a session at rest can be rewound; cancel its run");
    }
    var fork = fork(Fork.at(seq));
    session.close();
    return fork;
  }
}
