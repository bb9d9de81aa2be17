package dev.drover.testkit.sim;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Failure;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import dev.drover.kernel.WhenBusy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the world outside the runtimes saw: what tools really did, what models really said, what
/// those who sent something were told. Outlives every process.
final class Witness {
  private final Map<Call, List<Execution>> executions = new HashMap<>();
  private final Map<String, Usage> replies = new HashMap<>();
  private final List<Receipt> receipts = new ArrayList<>();
  private final Map<SessionId, Set<String>> stoppers = new HashMap<>();
  private final Set<Failure> failures = new HashSet<>();
  private final Map<Call, Integer> denials = new HashMap<>();

  /// One call, anywhere.
  record Call(SessionId session, EffectId effect) {}

  /// One time that a tool was called.
  static final class Execution {
    private @Nullable String words;

    /// What it said when it was done; null if it never was.
    @Nullable String words() {
      return words;
    }

    void done(String said) {
      words = said;
    }
  }

  /// Somebody was told that a prompt was accepted.
  ///
  /// @param run that it became, or went into; of a word to a run that another process drives it may
  ///   be a name that was not used
  /// @param key null if it had none
  record Receipt(
      SessionId session, RunId run, @Nullable String key, String text, WhenBusy whenBusy) {}

  Execution began(SessionId session, EffectId effect) {
    var execution = new Execution();
    executions.computeIfAbsent(new Call(session, effect), _ -> new ArrayList<>()).add(execution);
    return execution;
  }

  List<Execution> executions(SessionId session, EffectId effect) {
    return executions.getOrDefault(new Call(session, effect), List.of());
  }

  /// A tool that was asked found that the call had not happened.
  void deniedThat(SessionId session, EffectId effect) {
    denials.merge(new Call(session, effect), 1, Integer::sum);
  }

  int denials(SessionId session, EffectId effect) {
    return denials.getOrDefault(new Call(session, effect), 0);
  }

  /// A provider has answered, and bills for it.
  ///
  /// @param words that no other reply has
  void replied(String words, Usage usage) {
    replies.put(words, usage);
  }

  @Nullable Usage usage(String words) {
    return replies.get(words);
  }

  void accepted(Receipt receipt) {
    receipts.add(receipt);
  }

  List<Receipt> receipts() {
    return receipts;
  }

  /// Somebody wants something to end that is going there.
  void stops(SessionId session, String by) {
    stoppers.computeIfAbsent(session, _ -> new HashSet<>()).add(by);
  }

  boolean isStopper(SessionId session, String by) {
    return stoppers.getOrDefault(session, Set.of()).contains(by);
  }

  /// A model has failed.
  void failed(Failure failure) {
    failures.add(failure);
  }

  boolean hasFailed(Failure failure) {
    return failures.contains(failure);
  }
}
