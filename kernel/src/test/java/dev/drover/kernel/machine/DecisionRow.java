package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import java.util.List;

/// One line of the decision table: in this state, this input has these consequences.
record DecisionRow(String name, SessionState state, Input input, Consequence consequence) {
  /// The expected result of a row.
  sealed interface Consequence {
    record Facts(List<Event> events) implements Consequence {}

    record Nothing(Why why) implements Consequence {}
  }

  static Named row(String name) {
    return new Named(name);
  }

  /// The machine's decision on the row's input, in the terms of the table.
  Consequence decided() {
    return switch (SessionMachine.decide(state, input, SampleValues.NOW)) {
      case Commit(var entries, _) ->
          new Consequence.Facts(entries.stream().map(RecordedEvent::event).toList());
      case Ignore(var why, _) -> new Consequence.Nothing(why);
    };
  }

  @Override
  public String toString() {
    return name;
  }

  record Named(String name) {
    Given given(HandwrittenJournal story) {
      return new Given(name, story.state());
    }
  }

  record Given(String name, SessionState state) {
    When when(Input input) {
      return new When(name, state, input);
    }
  }

  record When(String name, SessionState state, Input input) {
    DecisionRow then(Event... events) {
      return new DecisionRow(name, state, input, new Consequence.Facts(List.of(events)));
    }

    DecisionRow ignored(Why why) {
      return new DecisionRow(name, state, input, new Consequence.Nothing(why));
    }
  }
}
