package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.SESSION;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.value.SessionId;
import java.util.List;

/// Decisions about forks, in every phase of the source.
final class ForkRows {
  private static final SessionId FORK = new SessionId("s-fork");
  private static final Input FORKED = new Input.Forked(FORK, SESSION, "clerk", "/work", "ann");

  private ForkRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("forked before there is a session")
            .given(HandwrittenJournal.empty())
            .when(FORKED)
            .ignored(Why.NOT_OPEN),
        row("forked when nothing is going")
            .given(HandwrittenJournal.opened())
            .when(FORKED)
            .then(forked(2)),
        row("forked while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(FORKED)
            .then(forked(3)),
        row("forked while calls are open")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(FORKED)
            .then(forked(7)),
        row("forked into itself")
            .given(HandwrittenJournal.opened())
            .when(new Input.Forked(SESSION, SESSION, "clerk", "/work", "ann"))
            .ignored(Why.ALREADY_OPEN),
        row("a fork is forked by another agent")
            .given(HandwrittenJournal.opened().then(forked(2)))
            .when(new Input.Forked(SESSION, FORK, "chief", "/other", "ben"))
            .then(new Event.SessionForked(SESSION, FORK, 3, "chief", "/other", "ben")));
  }

  private static Event forked(long at) {
    return new Event.SessionForked(FORK, SESSION, at, "clerk", "/work", "ann");
  }
}
