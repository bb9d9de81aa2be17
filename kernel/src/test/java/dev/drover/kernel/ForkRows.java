package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.SESSION;

import dev.drover.kernel.Decision.Why;
import java.util.List;

/// What follows when a session is forked, whatever it was doing.
final class ForkRows {
  private static final SessionId FORK = new SessionId("s-fork");
  private static final Input FORKED = new Input.Forked(FORK, SESSION, "clerk", "/work", "ann");

  private ForkRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("forked before there is a session")
            .given(Story.untold())
            .when(FORKED)
            .ignored(Why.NOT_OPEN),
        row("forked when nothing is going").given(Story.opened()).when(FORKED).then(forked(2)),
        row("forked while the model is asked").given(Story.thinking()).when(FORKED).then(forked(3)),
        row("forked while calls are open").given(Turn.BOTH_RUN).when(FORKED).then(forked(7)),
        row("forked into itself")
            .given(Story.opened())
            .when(new Input.Forked(SESSION, SESSION, "clerk", "/work", "ann"))
            .ignored(Why.ALREADY_OPEN),
        row("a fork is forked by another agent")
            .given(Story.opened().then(forked(2)))
            .when(new Input.Forked(SESSION, FORK, "chief", "/other", "ben"))
            .then(new Event.SessionForked(SESSION, FORK, 3, "chief", "/other", "ben")));
  }

  private static Event forked(long at) {
    return new Event.SessionForked(FORK, SESSION, at, "clerk", "/work", "ann");
  }
}
