package dev.drover.spi.store;

import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Queries about all sessions. Written only through [Journal#append], so it never contradicts the
/// journals.
///
/// Laws: lists are in creation order, also within one millisecond; a page starts strictly after its
/// cursor and continues the previous page, whatever was added in between.
public interface Catalog {
  /// @param after the `ordinal` of the last row of the previous page; 0 for the first page
  List<SessionRow> sessions(long after, int limit);

  Optional<SessionRow> session(SessionId session);

  /// The session that was created last, without child sessions.
  Optional<SessionRow> newestSession();

  /// Ids of sessions that begin with these characters, newest session first, without child
  /// sessions: the id of a child begins with that of its parent.
  List<SessionId> sessionsStartingWith(String prefix, int limit);

  /// Current and former child sessions of a session, in the order of their creation.
  List<SessionRow> children(SessionId parent);

  /// Forks of a session, without forks of forks.
  ///
  /// @param after the `ordinal` of the last row of the previous page; 0 for the first page
  List<ForkRow> forks(SessionId source, long after, int limit);

  /// The session and event that a session was forked from.
  ///
  /// @return empty if it is not a fork
  Optional<ForkRow> origin(SessionId session);

  /// Sessions with an unfinished run, parked ones included.
  List<SessionRow> unfinished(long after, int limit);

  /// @param after the `ordinal` of the last row of the previous page; 0 for the first page
  List<RunRow> runs(SessionId session, long after, int limit);

  Optional<RunRow> run(RunId run);

  /// Ids of runs that begin with these characters, newest run first.
  List<RunId> runsStartingWith(String prefix, int limit);

  /// The run that a message with this key started, or was delivered to; the digest is that of the
  /// message. Also finds a run whose events are all gone.
  Optional<RunRow> run(SessionId session, RunKey key);

  /// The open ones, oldest first.
  List<ApprovalRow> approvals();

  /// @return empty if it is not open
  Optional<ApprovalRow> approval(ApprovalId approval);

  /// Rules that people granted permanently in sessions of a tenant, oldest first, each once,
  /// without revoked ones.
  ///
  /// @param tenant empty for sessions without a tenant
  List<String> rules(String tenant);

  /// The same queries for the sessions of one tenant. Results never contain anything of other
  /// tenants, as if it did not exist.
  Catalog within(String tenant);

  /// @param ordinal position in the order of creation
  /// @param tail number of the last event
  /// @param running the unfinished run, if there is one
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

  /// @param ordinal position of the fork in the order of creation of all sessions
  /// @param session the fork
  /// @param at number of the last shared event
  record ForkRow(long ordinal, SessionId session, SessionId source, long at, Instant forkedAt) {}

  /// @param ordinal place in the order of creation
  /// @param end how and where it ended; null while it has not
  record RunRow(
      long ordinal,
      RunId run,
      SessionId session,
      RunStart start,
      String title,
      String digest,
      @Nullable RunEnd end) {
    /// Number of its oldest event that is still there.
    public long firstSeq() {
      return start.firstSeq();
    }

    public Instant acceptedAt() {
      return start.at();
    }
  }

  /// @param seq number of the event that the run began with, or that accepted it while it waits;
  ///   trimming does not change it
  /// @param at time of that event
  /// @param firstSeq number of its oldest event that is still there; behind its last if none is
  record RunStart(long seq, Instant at, long firstSeq) {}

  /// @param lastSeq number of the event that finished the run
  record RunEnd(long lastSeq, Instant at, RunStatus status) {}

  /// The information needed to answer an approval request.
  ///
  /// @param call as the model made it
  /// @param grant the rule that an approval for the session, or a permanent one, adds
  /// @param preview the action to approve
  record ApprovalRow(
      ApprovalId id,
      RunId run,
      Instant askedAt,
      ToolCall call,
      String why,
      String grant,
      Text preview,
      ApprovalEligibility answering) {
    public String tool() {
      return call.tool();
    }
  }
}
