package dev.drover.runtime.replay;

import dev.drover.kernel.Decision;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.JournalOutOfOrder;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionMachine;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.replay.Divergence.Expected;
import dev.drover.runtime.replay.Divergence.Found;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Strict replay: walks a journal decision by decision, from a session that was never opened.
///
/// At each place it reads from the next events which input must have led to them, decides that
/// input on the state reached so far, at the recorded time, and demands the recorded events,
/// neither more nor fewer. The content of answers is data and is believed. Everything that was
/// decided is not: numbering, order, which calls are started, asked about or settled, names of
/// effects, times within a decision, status, usage and text of a run's end.
///
/// A journal that ends between two decisions is whole, also if its run is still going. One that
/// ends inside a decision is not: decisions become durable as one. A fork is read from the first
/// event that it shares.
public final class Replay {
  private final List<Recorded> journal;
  private SessionState state = SessionState.NEW;
  private long commits;
  private long runs;
  private long modelCalls;
  private long toolCalls;

  /// Of the explanations that were not taken, the one that held longest.
  private @Nullable Divergence rejected;

  private Replay(List<Recorded> journal) {
    this.journal = journal;
  }

  /// @param journal all events of one session, from the first one on
  public static ReplayOutcome of(List<Recorded> journal) {
    return new Replay(List.copyOf(journal)).walk();
  }

  private ReplayOutcome walk() {
    for (int i = 0; i < journal.size(); i++) {
      if (journal.get(i).seq() != i + 1) {
        return divergence(i, new Expected.Described("event " + (i + 1)));
      }
    }
    int next = 0;
    while (next < journal.size()) {
      switch (explain(next)) {
        case Explained.Fully(var input, var commit) -> {
          count(input, commit);
          state = commit.next();
          next += commit.entries().size();
        }
        case Explained.Upto(var divergence) -> {
          var furthest = later(divergence, rejected);
          int cut = (int) furthest.seq() - 1;
          if (!isCutByFork(next, cut)) {
            return furthest;
          }
          journal.subList(next, cut).forEach(this::counted);
          commits++;
          rejected = null;
          next = cut;
        }
      }
    }
    return new ReplayReport(journal.size(), commits, runs, modelCalls, toolCalls, state);
  }

  /// A fork may begin in the middle of a decision of its source. Then an input accounts for all
  /// that is here of it, up to the fork; the rest stands in the source.
  private boolean isCutByFork(int start, int cut) {
    return cut > start
        && cut < journal.size()
        && journal.get(cut).event() instanceof Event.SessionForked
        && folds(start, cut);
  }

  private boolean folds(int start, int end) {
    try {
      var folded = state;
      for (var entry : journal.subList(start, end)) {
        folded = folded.after(entry);
      }
      state = folded;
      return true;
    } catch (JournalOutOfOrder senseless) {
      return false;
    }
  }

  /// How far one input accounts for the events that follow.
  private sealed interface Explained {
    record Fully(Input input, Decision.Commit commit) implements Explained {}

    record Upto(Divergence divergence) implements Explained {}
  }

  private Explained explain(int start) {
    return switch (Causes.of(state, journal.subList(start, journal.size()))) {
      case Cause.None(var offset, var wanted) ->
          new Explained.Upto(divergence(start + offset, new Expected.Described(wanted)));
      case Cause.OneOf(var inputs) -> {
        var best = explain(start, inputs.getFirst());
        for (var input : inputs.subList(1, inputs.size())) {
          var other = explain(start, input);
          if (isBetter(other, best)) {
            reject(best);
            best = other;
          } else {
            reject(other);
          }
        }
        yield best;
      }
    };
  }

  private Explained explain(int start, Input input) {
    return switch (SessionMachine.decide(state, input, journal.get(start).at())) {
      case Decision.Ignore(_, var detail) ->
          new Explained.Upto(
              divergence(start, new Expected.Described("something else: " + detail)));
      case Decision.Commit commit -> {
        var entries = commit.entries();
        for (int i = 0; i < entries.size(); i++) {
          if (start + i == journal.size() || !entries.get(i).equals(journal.get(start + i))) {
            yield new Explained.Upto(divergence(start + i, new Expected.Exactly(entries.get(i))));
          }
        }
        yield new Explained.Fully(input, commit);
      }
    };
  }

  /// One that accounts for all it claims beats one that breaks off; then the one that goes further.
  private static boolean isBetter(Explained other, Explained best) {
    return switch (best) {
      case Explained.Fully(_, var commit) ->
          other instanceof Explained.Fully(_, var longer)
              && longer.entries().size() > commit.entries().size();
      case Explained.Upto(var divergence) ->
          !(other instanceof Explained.Upto(var later)) || later.seq() > divergence.seq();
    };
  }

  private void reject(Explained other) {
    if (other instanceof Explained.Upto(var divergence)) {
      rejected = later(divergence, rejected);
    }
  }

  /// Of two readings of a broken journal, the one that accounts for more of it.
  private static Divergence later(Divergence one, @Nullable Divergence other) {
    return other != null && other.seq() > one.seq() ? other : one;
  }

  private Divergence divergence(int index, Expected expected) {
    var found =
        index < journal.size() ? new Found.Stands(journal.get(index)) : new Found.EndOfJournal();
    return new Divergence(index + 1, expected, found);
  }

  private void count(Input input, Decision.Commit commit) {
    commits++;
    if (input instanceof Input.ModelAnswered || input instanceof Input.ModelBroke) {
      modelCalls++;
    }
    commit.entries().forEach(this::counted);
  }

  private void counted(Recorded entry) {
    if (entry.event() instanceof Event.ToolStarted) {
      toolCalls++;
    } else if (entry.event() instanceof Event.RunAccepted) {
      runs++;
    }
  }
}
