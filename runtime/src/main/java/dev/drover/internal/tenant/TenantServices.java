package dev.drover.internal.tenant;

import dev.drover.Approvals;
import dev.drover.internal.fork.ForkCreator;
import dev.drover.internal.handle.HandleDeletion;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.run.RunCancellation;
import dev.drover.internal.undo.RunUndo;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.StandingGrants;
import dev.drover.query.TenantScope;
import dev.drover.tool.DeferredCalls;
import dev.drover.tool.ToolQuestions;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The operations of a tenant on its own sessions.
public record TenantServices(
    BiFunction<StoredSessionQueries, @Nullable SessionId, Approvals> approvals,
    BiFunction<StoredSessionQueries, @Nullable SessionId, ToolQuestions> questions,
    Function<Predicate<String>, StandingGrants> grants,
    Function<StoredSessionQueries, DeferredCalls> deferredCalls,
    RunCancellation cancellation,
    HandleDeletion deletion,
    Function<StoredSessionQueries, ForkCreator> forks,
    RunUndo undo) {
  /// The view of one tenant.
  ///
  /// @param all the queries without a tenant
  public TenantScope scope(String tenant, StoredSessionQueries all) {
    return new StoreTenantScope(tenant, all.within(tenant), this);
  }
}
