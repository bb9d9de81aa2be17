package dev.drover.spi.store;

import dev.drover.kernel.Amount;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Identity;
import dev.drover.kernel.Measure;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What an append means for the [Catalog]. Derived from the events by one pure function for all
/// stores; a store carries it out in the append's own transaction.
public sealed interface Change {
  /// @param parent the session that it works for; null if for none
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

  /// Something is said to another session. It waits in that session's inbox from here on, however
  /// much waits there already; if there is no such session, nobody hears it. The same id twice is
  /// one item.
  record MessageSent(Inbox.Item item) implements Change {}

  /// The session goes on from where another one was. For whom it is, is as in that one.
  record SessionForked(SessionId source, String agent, String workspace, Instant at)
      implements Change {}

  /// The session's successor begins: a fork at the last event of this append, written with it or
  /// not at all.
  record Continued(Append successor) implements Change {}

  /// There is a run more.
  ///
  /// @param digest of the prompt, to tell a repeated key from a conflicting one
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

  /// When a run begins that was accepted.
  enum Begins {
    /// The session is running it from here on.
    AT_ONCE,
    /// It waits for its turn, and says so with [RunBegun].
    LATER
  }

  /// The session is running a run from here on that was accepted earlier.
  ///
  /// @param seq number of the event that begins it
  record RunBegun(RunId run, long seq, Instant at) implements Change {}

  /// A run that is going took a message with a key.
  record MessageTaken(RunKey key, RunId run, String digest) implements Change {}

  /// If the session was running this, it is running nothing from here on. A run's first end is its
  /// end: a second one, or that of a run which is not known, changes nothing.
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
      Answering answering)
      implements Change {}

  record ApprovalClosed(EffectId effect) implements Change {}

  /// From this time on a process has to work on the session; see [Leases#unattended].
  ///
  /// @param at null if nothing has to be done until somebody says something
  record WakeSet(@Nullable Instant at) implements Change {}

  /// A call, or a run, that draws on an account has ended. What was set aside for the call is free
  /// again, whoever set it aside, and what it came to is counted.
  ///
  /// @param effect the call; null if there is none to end
  record AccountSettled(String account, @Nullable EffectId effect, Amount spent)
      implements Change {}

  /// That a soft limit of an account is reached was journaled, and is not said again.
  record AccountWarned(String account, Measure measure, long soft) implements Change {}

  /// A person said yes for always: the rule holds for every session of the same tenant.
  ///
  /// @param effect the call that the question was about; null if it is not known
  record RuleGranted(String rule, String by, Instant at, @Nullable EffectId effect)
      implements Change {
    public RuleGranted(String rule, String by, Instant at) {
      this(rule, by, at, null);
    }
  }
}
