package dev.drover.testkit.sim;

import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A record of the world outside of the runtimes: the actions of tools, the replies of models, and
/// the receipts of senders. Outlives every process.
final class OutsideRecord {
  private final Map<Call, List<Execution>> executions = new HashMap<>();
  private final Map<String, Usage> replies = new HashMap<>();
  private final List<Receipt> receipts = new ArrayList<>();
  private final Map<SessionId, Set<String>> stoppers = new HashMap<>();
  private final Set<Failure> failures = new HashSet<>();
  private final Map<Call, Integer> denials = new HashMap<>();

  /// One call of any session.
  record Call(SessionId session, EffectId effect) {}

  /// One execution of a tool.
  static final class Execution {
    private @Nullable String words;

    /// Its result; null if it did not finish.
    @Nullable String words() {
      return words;
    }

    void done(String said) {
      words = said;
    }
  }

  /// A prompt was reported as accepted.
  ///
  /// @param run the run that it started or joined; for an input to a run that another process
  ///   drives it may be an id that was not used
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

  /// A probe of the tool found that the call had not happened.
  void deniedThat(SessionId session, EffectId effect) {
    denials.merge(new Call(session, effect), 1, Integer::sum);
  }

  int denials(SessionId session, EffectId effect) {
    return denials.getOrDefault(new Call(session, effect), 0);
  }

  /// A provider has answered and charges for it.
  ///
  /// @param words the text, which no other reply has
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

  /// A user cancels something in the session.
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
