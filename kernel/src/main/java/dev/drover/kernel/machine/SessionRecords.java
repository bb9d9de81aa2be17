package dev.drover.kernel.machine;

import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.value.SessionId;
import java.util.ArrayList;
import java.util.List;

/// Records about a session in addition to its runs: only the newest ones, so that a state does not
/// grow without bound. The journal has all.
///
/// @param reports of verifications, oldest first
/// @param compactions of the conversation, oldest first
/// @param tasks all open ones, oldest first
/// @param chain of hand-offs of the conversation
/// @param failedCompactionTokens length of the request whose last compaction failed; 0 if it
///   succeeded or none was tried
public record SessionRecords(
    List<VerificationReport> reports,
    List<CompactionRecord> compactions,
    List<OpenTask> tasks,
    HandOffChain chain,
    long failedCompactionTokens) {
  /// The maximum number of records of each kind.
  public static final int MOST = 16;

  public static final SessionRecords EMPTY =
      new SessionRecords(List.of(), List.of(), List.of(), HandOffChain.NONE);

  /// Without a failed compaction.
  public SessionRecords(
      List<VerificationReport> reports,
      List<CompactionRecord> compactions,
      List<OpenTask> tasks,
      HandOffChain chain) {
    this(reports, compactions, tasks, chain, 0);
  }

  public SessionRecords {
    reports = List.copyOf(reports);
    compactions = List.copyOf(compactions);
    tasks = List.copyOf(tasks);
  }

  SessionRecords plus(VerificationReport report) {
    return new SessionRecords(
        newest(reports, report), compactions, tasks, chain, failedCompactionTokens);
  }

  SessionRecords plus(CompactionRecord compaction) {
    return new SessionRecords(reports, newest(compactions, compaction), tasks, chain);
  }

  /// The compaction of a request with this many tokens failed.
  SessionRecords withFailedCompaction(long tokens) {
    return new SessionRecords(reports, compactions, tasks, chain, tokens);
  }

  SessionRecords plus(OpenTask task) {
    var more = new ArrayList<>(tasks);
    more.add(task);
    return new SessionRecords(reports, compactions, more, chain, failedCompactionTokens);
  }

  SessionRecords without(SessionId child) {
    return new SessionRecords(
        reports,
        compactions,
        tasks.stream().filter(task -> !task.child().equals(child)).toList(),
        chain,
        failedCompactionTokens);
  }

  /// Of a fork: open tasks belong to its source.
  SessionRecords forked(SessionId fork) {
    return new SessionRecords(
        reports, compactions, List.of(), chain.forked(fork), failedCompactionTokens);
  }

  SessionRecords withSuccessor(SessionId successor) {
    return new SessionRecords(
        reports, compactions, tasks, chain.to(successor), failedCompactionTokens);
  }

  private static <T> List<T> newest(List<T> before, T one) {
    var all = new ArrayList<>(before);
    all.add(one);
    return all.subList(Math.max(0, all.size() - MOST), all.size());
  }
}
