package dev.drover.spi.store;

import dev.drover.kernel.Amount;
import dev.drover.kernel.Budget;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Payer;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Shortfall;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What sessions spend together, in whichever process. An account comes into being when it is first
/// named.
///
/// Laws: of all that was spent and all that is set aside, no reservation makes more than the budget
/// it came with, however many ask at the same moment; what a call came to is counted by the append
/// that journals its end ([Change.AccountSettled]), and by nothing else; a call has at most one
/// reservation; what a process had set aside when it died comes back once.
public interface Accounts {
  /// Sets so much aside for a call, if the budget has it. What was set aside for this call before
  /// is replaced, whoever did it; if it is refused that stays.
  Grant reserve(Claim claim);

  /// What was spent and what is set aside.
  Standing standing(String account);

  /// The processes that have set something aside, each once.
  List<Holder> holders(String account);

  /// Gives back what a process has set aside for a call that is not made. What somebody else has
  /// set aside for it stays.
  void release(OwnerId owner, SessionId session, EffectId effect);

  /// Gives back all that a process has set aside, and forgets what it was told of soft limits and
  /// did not journal.
  ///
  /// @return how many calls it had set something aside for
  int release(OwnerId owner);

  /// @param effect the call, in its session
  /// @param need what it could come to
  /// @param budget of the account, as whoever asks knows it
  record Claim(
      String account,
      SessionId session,
      EffectId effect,
      OwnerId owner,
      Amount need,
      Budget budget) {
    /// The one rule, for all stores.
    ///
    /// @param others what was spent, and what is set aside for other calls
    public @Nullable Shortfall shortfall(Amount others) {
      return budget.shortfall(new Payer.OfAccount(account), others, need).orElse(null);
    }
  }

  sealed interface Grant {
    /// @param spent by then
    /// @param reached soft limits that are reached and nobody was told of; the caller is
    record Given(Amount spent, List<Measure> reached) implements Grant {
      public Given {
        reached = List.copyOf(reached);
      }
    }

    record Refused(Shortfall shortfall) implements Grant {}
  }

  record Standing(Amount spent, Amount reserved) {
    public static final Standing NONE = new Standing(Amount.NONE, Amount.NONE);
  }

  /// @param until when it said it would be there; null if it has left
  record Holder(OwnerId owner, @Nullable Instant until) {}
}
