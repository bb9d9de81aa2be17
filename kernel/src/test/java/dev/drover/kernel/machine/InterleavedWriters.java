package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.NOW;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Several writers with inputs for one session, each in its own process. A seed decides which of
/// them takes the next small step: reads the journal, decides, appends. Between any two steps of
/// one writer, all the others may do anything, and an append counts only if no other was faster.
final class InterleavedWriters {
  private final List<RecordedEvent> journal = new ArrayList<>();
  private final List<Writer> writers = new ArrayList<>();

  private InterleavedWriters(HandwrittenJournal begun) {
    for (var event : begun.events()) {
      journal.add(new RecordedEvent(journal.size() + 1L, SampleValues.THEN, event));
    }
  }

  /// @param said the input of each writer, sent once
  static InterleavedWriters of(long seed, HandwrittenJournal begun, Input... said) {
    var race = new InterleavedWriters(begun);
    for (var input : said) {
      race.writers.add(race.new Writer(input));
    }
    race.play(new SplittableRandom(seed));
    return race;
  }

  private void play(SplittableRandom random) {
    while (true) {
      var going = writers.stream().filter(writer -> writer.fate == null).toList();
      if (going.isEmpty()) {
        return;
      }
      going.get(random.nextInt(going.size())).goOn();
    }
  }

  /// The decision on the input of the writer with this number: [Decision.Commit] or
  /// [Decision.Ignore].
  boolean counted(int writer) {
    return writers.get(writer).fate instanceof Decision.Commit;
  }

  int refusals() {
    return writers.stream().mapToInt(writer -> writer.refusals).sum();
  }

  <E extends Event> Stream<E> all(Class<E> kind) {
    return journal.stream().map(RecordedEvent::event).filter(kind::isInstance).map(kind::cast);
  }

  SessionState state() {
    var state = SessionState.NEW;
    for (var entry : journal) {
      state = state.after(entry);
    }
    return state;
  }

  /// One process.
  private final class Writer {
    private final Input input;
    private @Nullable SessionState known;
    private @Nullable Decision decided;
    private @Nullable Decision fate;
    private int refusals;

    Writer(Input input) {
      this.input = input;
    }

    void goOn() {
      if (known == null) {
        known = state();
      } else if (decided == null) {
        decided = SessionMachine.decide(known, input, NOW);
      } else {
        append(known, decided);
      }
    }

    /// A decision on an outdated state is made again.
    private void append(SessionState before, Decision decision) {
      boolean isFirst = before.position().seq() == journal.size();
      if (decision instanceof Decision.Commit commit && isFirst) {
        journal.addAll(commit.entries());
      }
      if (isFirst) {
        fate = decision;
      } else {
        refusals++;
        known = null;
        decided = null;
      }
    }
  }
}
