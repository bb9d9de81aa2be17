package dev.drover.spi.store;

import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.Identity;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Questions about all sessions at once. Written only through [Journal#append], so it never says
/// anything that the journals do not.
///
/// Laws: lists are in creation order, also within one millisecond; a page starts strictly after its
/// cursor and goes on where the page before it ended, whatever was added meanwhile.
public interface Catalog {
  /// @param after the `ordinal` of the last row of the page before; 0 for the first page
  List<SessionRow> sessions(long after, int limit);

  Optional<SessionRow> session(SessionId session);

  /// Sessions that work, or have worked, for another, in the order of their creation.
  List<SessionRow> children(SessionId parent);

  /// Forks of a session, but not theirs.
  ///
  /// @param after the `ordinal` of the last row of the page before; 0 for the first page
  List<ForkRow> forks(SessionId source, long after, int limit);

  /// Where a session was forked from.
  ///
  /// @return empty if it is no fork
  Optional<ForkRow> origin(SessionId session);

  /// Sessions that have a run which is not over, parked ones included.
  List<SessionRow> unfinished(long after, int limit);

  /// @param after the `ordinal` of the last row of the page before; 0 for the first page
  List<RunRow> runs(SessionId session, long after, int limit);

  Optional<RunRow> run(RunId run);

  /// The run that a message with this key began, or went into; its digest is the message's. Also
  /// finds a run of which nothing is left.
  Optional<RunRow> run(SessionId session, RunKey key);

  /// The open ones, oldest first.
  List<ApprovalRow> approvals();

  /// @return empty if it is not open
  Optional<ApprovalRow> approval(ApprovalId approval);

  /// Rules that people granted for always in sessions of a tenant, oldest first, each once, without
  /// those that were revoked.
  ///
  /// @param tenant empty for sessions that have none
  List<String> rules(String tenant);

  /// The same questions about the sessions of one tenant. Nothing of another's is ever in an
  /// answer: it is as if it were not there.
  Catalog within(String tenant);

  /// @param ordinal place in the order of creation
  /// @param tail number of the last event
  /// @param running the run that is not over, if there is one
  record SessionRow(
      long ordinal,
      SessionId session,
      String agent,
      String workspace,
      Instant openedAt,
      long tail,
      @Nullable RunId running,
      Identity identity) {
    public SessionRow(
        long ordinal,
        SessionId session,
        String agent,
        String workspace,
        Instant openedAt,
        long tail,
        @Nullable RunId running) {
      this(ordinal, session, agent, workspace, openedAt, tail, running, Identity.NONE);
    }
  }

  /// @param ordinal place of the fork in the order of creation of all sessions
  /// @param session the fork
  /// @param at number of the last event that both have
  record ForkRow(long ordinal, SessionId session, SessionId source, long at, Instant forkedAt) {}

  /// @param ordinal place in the order of creation
  /// @param firstSeq number of its oldest event that is still there: the one that it began with, or
  ///   that accepted it while it waits, unless that was dropped; behind its last if none is
  /// @param end how and where it ended; null while it has not
  record RunRow(
      long ordinal,
      RunId run,
      SessionId session,
      long firstSeq,
      Instant acceptedAt,
      String title,
      String digest,
      @Nullable RunEnd end) {}

  /// @param lastSeq number of the event that finished the run
  record RunEnd(long lastSeq, Instant at, RunStatus status) {}

  /// What somebody must know to answer.
  ///
  /// @param call as the model made it
  /// @param grant the rule that a yes for the session, or for always, adds
  /// @param preview what would be done
  record ApprovalRow(
      ApprovalId id,
      RunId run,
      Instant askedAt,
      ToolCall call,
      String why,
      String grant,
      Text preview,
      Answering answering) {
    public String tool() {
      return call.tool();
    }
  }
}
