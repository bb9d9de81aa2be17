package dev.drover.replay;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Decision;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.JournalOutOfOrder;
import dev.drover.kernel.machine.SessionMachine;
import dev.drover.kernel.machine.SessionState;
import dev.drover.replay.ReplayDivergence.Expected;
import dev.drover.replay.ReplayDivergence.Found;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Strict replay: follows a journal decision by decision, starting with a session that was never
/// opened.
///
/// At each position it derives the input that must have led to the next events, decides that input
/// on the current state, at the recorded time, and requires exactly the recorded events. The
/// content of answers is data and is trusted. Every decision is checked: numbering, order, which
/// calls are started, asked about or settled, effect ids, times within a decision, status, usage
/// and text of a run's end.
///
/// A journal that ends between two decisions is complete, even if its run is still active. One that
/// ends inside a decision is not: the events of a decision become durable together. A fork is read
/// from the first event that it shares.
public final class Replay {
  private final List<RecordedEvent> journal;
  private SessionState state = SessionState.NEW;
  private long commits;
  private long runs;
  private long modelCalls;
  private long toolCalls;

  /// The rejected explanation that matched the most events.
  private @Nullable ReplayDivergence rejected;

  private Replay(List<RecordedEvent> journal) {
    this.journal = journal;
  }

  /// @param journal all events of one session, from the first one on
  public static ReplayOutcome of(List<RecordedEvent> journal) {
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

  /// A fork may begin in the middle of a decision of its source. Then an input must explain all
  /// events of the decision up to the fork; the rest are in the source.
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

  /// How many of the following events one input explains.
  private sealed interface Explained {
    record Fully(Input input, Decision.Commit commit) implements Explained {}

    record Upto(ReplayDivergence divergence) implements Explained {}
  }

  private Explained explain(int start) {
    return switch (ReplayCauses.of(state, journal.subList(start, journal.size()))) {
      case ReplayCause.None(var offset, var wanted) ->
          new Explained.Upto(divergence(start + offset, new Expected.Described(wanted)));
      case ReplayCause.OneOf(var inputs) -> {
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

  /// A complete explanation is better than a partial one; among equals, the longer one.
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

  /// Of two readings of an invalid journal, the one that explains more of it.
  private static ReplayDivergence later(ReplayDivergence one, @Nullable ReplayDivergence other) {
    return other != null && other.seq() > one.seq() ? other : one;
  }

  private ReplayDivergence divergence(int index, Expected expected) {
    var found =
        index < journal.size() ? new Found.Stands(journal.get(index)) : new Found.EndOfJournal();
    return new ReplayDivergence(index + 1, expected, found);
  }

  private void count(Input input, Decision.Commit commit) {
    commits++;
    if (input instanceof Input.ModelAnswered || input instanceof Input.ModelCallFailed) {
      modelCalls++;
    }
    commit.entries().forEach(this::counted);
  }

  private void counted(RecordedEvent entry) {
    if (entry.event() instanceof Event.ToolStarted) {
      toolCalls++;
    } else if (entry.event() instanceof Event.RunAccepted) {
      runs++;
    }
  }
}
