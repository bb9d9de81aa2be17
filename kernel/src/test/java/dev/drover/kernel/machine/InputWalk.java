package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.Decision.Ignore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A session processing a list of inputs, decision by decision.
record InputWalk(List<Moment> moments) {
  /// One input, its decision, and the state before and after.
  record Moment(SessionState before, Input input, Instant now, Decision decision) {
    SessionState after() {
      return switch (decision) {
        case Commit(_, var next) -> next;
        case Ignore _ -> before;
      };
    }

    List<RecordedEvent> entries() {
      return switch (decision) {
        case Commit(var entries, _) -> entries;
        case Ignore _ -> List.of();
      };
    }

    List<Event> events() {
      return entries().stream().map(RecordedEvent::event).toList();
    }

    @Override
    public String toString() {
      var outcome =
          switch (decision) {
            case Commit _ ->
                events().stream()
                    .map(event -> event.getClass().getSimpleName())
                    .collect(Collectors.joining(", "));
            case Ignore(var why, _) -> "ignored, " + why;
          };
      return input + "\n    -> " + outcome;
    }
  }

  /// Takes the steps one by one. Only the journal survives a crash.
  static InputWalk of(List<WalkStep> steps) {
    var moments = new ArrayList<Moment>();
    var journal = new ArrayList<RecordedEvent>();
    var state = SessionState.NEW;
    var now = SampleValues.THEN;
    for (var step : steps) {
      now = now.plus(step.tick());
      if (step.kind() == WalkStep.Kind.CRASH) {
        state = folded(journal);
      }
      var input = step.input(state, now);
      var moment = new Moment(state, input, now, SessionMachine.decide(state, input, now));
      moments.add(moment);
      journal.addAll(moment.entries());
      state = moment.after();
    }
    return new InputWalk(List.copyOf(moments));
  }

  static SessionState folded(List<RecordedEvent> journal) {
    var state = SessionState.NEW;
    for (var entry : journal) {
      state = state.after(entry);
    }
    return state;
  }

  List<RecordedEvent> journal() {
    return moments.stream().flatMap(moment -> moment.entries().stream()).toList();
  }

  List<Event> events() {
    return journal().stream().map(RecordedEvent::event).toList();
  }

  SessionState end() {
    return moments.isEmpty() ? SessionState.NEW : moments.getLast().after();
  }

  /// The moments with a commit.
  List<Moment> commits() {
    return moments.stream().filter(moment -> moment.decision() instanceof Commit).toList();
  }

  @Override
  public String toString() {
    return moments.stream().map(moment -> "  " + moment).collect(Collectors.joining("\n"));
  }
}
