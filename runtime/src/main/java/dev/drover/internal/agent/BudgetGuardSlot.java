package dev.drover.internal.agent;

import dev.drover.internal.foreign.ForeignBudgetGuard;
import org.jspecify.annotations.Nullable;

/// The budget guard of an agent, which can be replaced during runs. All versions of the agent and
/// its children share one slot, so a change applies to the next call of any of them.
///
/// Safe for use by any thread.
public final class BudgetGuardSlot {
  private final @Nullable ForeignBudgetGuard built;
  private volatile Held held;

  private record Held(@Nullable ForeignBudgetGuard guard, boolean isReplaced) {}

  /// @param built the guard that the agent is built with; null if it has none
  public BudgetGuardSlot(@Nullable ForeignBudgetGuard built) {
    this.built = built;
    this.held = new Held(built, false);
  }

  /// The current guard; null if there is none.
  public @Nullable ForeignBudgetGuard guard() {
    return held.guard();
  }

  /// @param next null for none
  /// @return the previous guard; null if there was none
  public synchronized @Nullable ForeignBudgetGuard replace(@Nullable ForeignBudgetGuard next) {
    var before = held.guard();
    held = new Held(next, true);
    return before;
  }

  /// Takes over a replacement that was made in an earlier version of the agent.
  public void adopt(BudgetGuardSlot earlier) {
    var now = earlier.held;
    if (now.isReplaced()) {
      replace(now.guard());
    }
  }

  /// Whether the agent was built without one, regardless of later changes.
  public boolean wasBuiltEmpty() {
    return built == null;
  }
}
