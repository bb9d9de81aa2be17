package dev.drover.spi.store;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.store.Catalog.ApprovalEligibility;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  /// The information needed to answer an approval request, or a question of a tool.
  ///
  /// @param call as the model made it
  /// @param grant the rule that an approval for the session, or a permanent one, adds; for a
  ///   question a mark that is no rule
  /// @param preview the action to approve; the text of a question
  record ApprovalRow(
      ApprovalId id,
      RunId run,
      Instant askedAt,
      ToolCall call,
      String why,
      String grant,
      Text preview,
      ApprovalEligibility answering) {
    private static final String QUESTION_MARK = "?";

    public String tool() {
      return call.tool();
    }

    /// The mark in place of a rule for a question of a tool.
    public static String questionMark(int round) {
      return QUESTION_MARK + round;
    }

    /// The number of the question among those of its call, starting at 1.
    ///
    /// @return 0 for an approval request
    public int questionRound() {
      return grant.startsWith(QUESTION_MARK)
          ? Integer.parseInt(grant.substring(QUESTION_MARK.length()))
          : 0;
    }
  }

  /// The sessions that a process searches for: those of its agents.
  ///
  /// @param agents names of agents; sessions of their subagents, such as `clerk/explore` for
  ///   `clerk`, are included
  /// @param after the `ordinal` of the last row of the previous page; 0 for the first page
  /// @param limit the maximum number of rows of a page
  record SessionSearch(Set<String> agents, long after, int limit) {
    private static final char SEPARATOR = '/';

    public SessionSearch {
      agents = Set.copyOf(agents);
    }

    /// Whether sessions of this agent are included.
    public boolean includes(String agent) {
      int end = agent.indexOf(SEPARATOR);
      return agents.contains(end < 0 ? agent : agent.substring(0, end));
    }
  }

  /// A session that waits for a process to work on it.
  ///
  /// @param ordinal position in the order of creation
  /// @param since when it became due, or when the oldest of its unread inputs was put
  record WaitingSession(long ordinal, SessionId session, Instant since) {}

  /// The people who may answer an approval request, and the deadline.
  ///
  /// @param names anyone, if empty
  /// @param until the deadline for an approval; null if there is none
  record ApprovalEligibility(List<String> names, @Nullable Instant until) {
    public static final ApprovalEligibility ANYBODY = new ApprovalEligibility(List.of(), null);

    public ApprovalEligibility {
      names = List.copyOf(names);
    }

    /// Whether this person may answer.
    public boolean allows(String person) {
      return names.isEmpty() || names.contains(person);
    }
  }

  /// The effect of an append on the [Catalog]. Derived from the events by one pure function for all
  /// stores; a store applies it in the transaction of the append.
  sealed interface Change {
    /// @param parent the session that it works for; null if there is none
    record SessionOpened(
        String agent, String workspace, Instant at, Identity identity, @Nullable SessionId parent)
        implements Change {
      public SessionOpened(String agent, String workspace, Instant at, Identity identity) {
        this(agent, workspace, at, identity, null);
      }

      public SessionOpened(String agent, String workspace, Instant at) {
        this(agent, workspace, at, Identity.NONE);
      }
    }

    /// A message is sent to another session. It waits in the inbox of that session, regardless of
    /// the inbox bound; if there is no such session, it is dropped. The same id twice is one item.
    record MessageSent(Inbox.Item item) implements Change {}

    /// The session continues from an event of another one. It has the identity of that session.
    record SessionForked(SessionId source, String agent, String workspace, Instant at)
        implements Change {}

    /// The session's successor begins: a fork at the last event of this append, written atomically
    /// with it.
    record Continued(Journal.Append successor) implements Change {}

    /// A run was added.
    ///
    /// @param digest of the prompt, to distinguish a repeated key from a conflicting one
    /// @param title the beginning of the prompt, for lists
    record RunAccepted(
        RunId run,
        long seq,
        Instant at,
        String title,
        @Nullable RunKey key,
        String digest,
        Begins begins)
        implements Change {}

    /// When an accepted run begins.
    enum Begins {
      /// The session is running it from now on.
      AT_ONCE,
      /// It waits for its turn, and begins with [RunBegun].
      LATER
    }

    /// The session is running a previously accepted run from now on.
    ///
    /// @param seq number of the event that begins it
    record RunBegun(RunId run, long seq, Instant at) implements Change {}

    /// A message with a key was delivered to a run in progress.
    record MessageTaken(RunKey key, RunId run, String digest) implements Change {}

    /// If the session was running this run, it is idle from now on. The first end of a run counts:
    /// a second one, or that of an unknown run, changes nothing.
    ///
    /// @param status a terminal one
    record RunFinished(RunId run, long seq, Instant at, RunStatus status) implements Change {}

    record ApprovalOpened(
        EffectId effect,
        RunId run,
        Instant at,
        ToolCall call,
        String why,
        String grant,
        Text preview,
        ApprovalEligibility answering)
        implements Change {}

    record ApprovalClosed(EffectId effect) implements Change {}

    /// From this time on a process has to work on the session; see [Leases#unattended].
    ///
    /// @param at null if there is nothing to do until a message arrives
    record WakeSet(@Nullable Instant at) implements Change {}

    /// A call, or a run, that draws on an account has ended. The reservation for the call is
    /// released, by whichever process it was made, and the cost is counted.
    ///
    /// @param effect the call; null if no call ended
    record AccountSettled(String account, @Nullable EffectId effect, BudgetAmount spent)
        implements Change {}

    /// A reached soft limit of an account was journaled, and is not reported again.
    record AccountWarned(String account, BudgetMeasure measure, long soft) implements Change {}

    /// A person approved permanently: the rule holds for every session of the same tenant.
    ///
    /// @param effect the call that the approval request was about; null if unknown
    record RuleGranted(String rule, String by, Instant at, @Nullable EffectId effect)
        implements Change {
      public RuleGranted(String rule, String by, Instant at) {
        this(rule, by, at, null);
      }
    }
  }
}
