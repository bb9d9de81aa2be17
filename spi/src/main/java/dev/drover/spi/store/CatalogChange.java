package dev.drover.spi.store;

import dev.drover.kernel.budget.BudgetAmount;
import dev.drover.kernel.budget.BudgetMeasure;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The effect of an append on the [Catalog]. Derived from the events by one pure function for all
/// stores; a store applies it in the transaction of the append.
public sealed interface CatalogChange {
  /// @param parent the session that it works for; null if there is none
  record SessionOpened(
      String agent, String workspace, Instant at, Identity identity, @Nullable SessionId parent)
      implements CatalogChange {
    public SessionOpened(String agent, String workspace, Instant at, Identity identity) {
      this(agent, workspace, at, identity, null);
    }

    public SessionOpened(String agent, String workspace, Instant at) {
      this(agent, workspace, at, Identity.NONE);
    }
  }

  /// A message is sent to another session. It waits in the inbox of that session, regardless of the
  /// inbox bound; if there is no such session, it is dropped. The same id twice is one item.
  record MessageSent(Inbox.Item item) implements CatalogChange {}

  /// The session continues from an event of another one. It has the identity of that session.
  record SessionForked(SessionId source, String agent, String workspace, Instant at)
      implements CatalogChange {}

  /// The session's successor begins: a fork at the last event of this append, written atomically
  /// with it.
  record Continued(JournalAppend successor) implements CatalogChange {}

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
      implements CatalogChange {}

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
  record RunBegun(RunId run, long seq, Instant at) implements CatalogChange {}

  /// A message with a key was delivered to a run in progress.
  record MessageTaken(RunKey key, RunId run, String digest) implements CatalogChange {}

  /// If the session was running this run, it is idle from now on. The first end of a run counts: a
  /// second one, or that of an unknown run, changes nothing.
  ///
  /// @param status a terminal one
  record RunFinished(RunId run, long seq, Instant at, RunStatus status) implements CatalogChange {}

  record ApprovalOpened(
      EffectId effect,
      RunId run,
      Instant at,
      ToolCall call,
      String why,
      String grant,
      Text preview,
      ApprovalEligibility answering)
      implements CatalogChange {}

  record ApprovalClosed(EffectId effect) implements CatalogChange {}

  /// From this time on a process has to work on the session; see [Leases#unattended].
  ///
  /// @param at null if there is nothing to do until a message arrives
  record WakeSet(@Nullable Instant at) implements CatalogChange {}

  /// A call, or a run, that draws on an account has ended. The reservation for the call is
  /// released, by whichever process it was made, and the cost is counted.
  ///
  /// @param effect the call; null if no call ended
  record AccountSettled(String account, @Nullable EffectId effect, BudgetAmount spent)
      implements CatalogChange {}

  /// A reached soft limit of an account was journaled, and is not reported again.
  record AccountWarned(String account, BudgetMeasure measure, long soft) implements CatalogChange {}

  /// A person approved permanently: the rule holds for every session of the same tenant.
  ///
  /// @param effect the call that the approval request was about; null if unknown
  record RuleGranted(String rule, String by, Instant at, @Nullable EffectId effect)
      implements CatalogChange {
    public RuleGranted(String rule, String by, Instant at) {
      this(rule, by, at, null);
    }
  }
}
