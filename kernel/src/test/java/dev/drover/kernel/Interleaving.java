package dev.drover.kernel;

import static dev.drover.kernel.Samples.NOW;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Several writers that want to say something to one session, each in a process of its own. A seed
/// decides who takes the next small piece of its way: reads the journal, decides, appends. Between
/// any two pieces of one, all the others may do anything, and an append counts only if nobody was
/// faster.
final class Interleaving {
  private final List<Recorded> journal = new ArrayList<>();
  private final List<Writer> writers = new ArrayList<>();

  private Interleaving(Story begun) {
    for (var event : begun.events()) {
      journal.add(new Recorded(journal.size() + 1L, Samples.THEN, event));
    }
  }

  /// @param said what each of them says, once
  static Interleaving of(long seed, Story begun, Input... said) {
    var race = new Interleaving(begun);
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

  /// What became of what the writer with this number said: [Decision.Commit] or [Decision.Ignore].
  boolean counted(int writer) {
    return writers.get(writer).fate instanceof Decision.Commit;
  }

  int refusals() {
    return writers.stream().mapToInt(writer -> writer.refusals).sum();
  }

  <E extends Event> Stream<E> all(Class<E> kind) {
    return journal.stream().map(Recorded::event).filter(kind::isInstance).map(kind::cast);
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

    /// What was decided on what is no longer so is decided again.
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
