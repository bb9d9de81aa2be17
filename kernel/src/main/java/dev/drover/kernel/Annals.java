package dev.drover.kernel;

import java.util.ArrayList;
import java.util.List;

/// What was recorded about a session beside its runs: the newest of it, so that a state does not
/// grow without bound. The journal has all.
///
/// @param reports of verifications, oldest first
/// @param compactions of the conversation, oldest first
/// @param tasks those that are going, all of them, oldest first
/// @param chain by whom the conversation was handed on, and whether it is still here
/// @param setback how many tokens the request had that was to be summed up the last time, and was
///   not; 0 if it was, or nobody has tried
public record Annals(
    List<VerificationReport> reports,
    List<Compaction> compactions,
    List<Task> tasks,
    Chain chain,
    long setback) {
  /// How many of a kind are kept.
  public static final int MOST = 16;

  public static final Annals EMPTY = new Annals(List.of(), List.of(), List.of(), Chain.NONE);

  /// Without a setback.
  public Annals(
      List<VerificationReport> reports,
      List<Compaction> compactions,
      List<Task> tasks,
      Chain chain) {
    this(reports, compactions, tasks, chain, 0);
  }

  public Annals {
    reports = List.copyOf(reports);
    compactions = List.copyOf(compactions);
    tasks = List.copyOf(tasks);
  }

  Annals plus(VerificationReport report) {
    return new Annals(newest(reports, report), compactions, tasks, chain, setback);
  }

  Annals plus(Compaction compaction) {
    return new Annals(reports, newest(compactions, compaction), tasks, chain);
  }

  /// A request of so many tokens was to be shorter, and is not.
  Annals setBack(long tokens) {
    return new Annals(reports, compactions, tasks, chain, tokens);
  }

  Annals plus(Task task) {
    var more = new ArrayList<>(tasks);
    more.add(task);
    return new Annals(reports, compactions, more, chain, setback);
  }

  Annals without(SessionId child) {
    return new Annals(
        reports,
        compactions,
        tasks.stream().filter(task -> !task.child().equals(child)).toList(),
        chain,
        setback);
  }

  /// Of a fork: those who work, work for its source.
  Annals forked(SessionId fork) {
    return new Annals(reports, compactions, List.of(), chain.forked(fork), setback);
  }

  Annals handedTo(SessionId successor) {
    return new Annals(reports, compactions, tasks, chain.to(successor), setback);
  }

  private static <T> List<T> newest(List<T> before, T one) {
    var all = new ArrayList<>(before);
    all.add(one);
    return all.subList(Math.max(0, all.size() - MOST), all.size());
  }
}
