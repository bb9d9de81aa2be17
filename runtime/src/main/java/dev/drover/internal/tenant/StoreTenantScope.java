package dev.drover.internal.tenant;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.Approvals;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.StandingGrants;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.query.TenantScope;
import dev.drover.session.ForkPoint;
import dev.drover.session.UndoReport;
import dev.drover.tool.DeferredCalls;
import dev.drover.tool.ToolQuestions;
import org.jspecify.annotations.Nullable;

/// Implements [TenantScope].
public final class StoreTenantScope implements TenantScope {
  private final String name;
  private final StoredSessionQueries queries;
  private final TenantServices services;

  public StoreTenantScope(String name, StoredSessionQueries queries, TenantServices services) {
    this.name = name;
    this.queries = queries;
    this.services = services;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StoredSessionQueries queries() {
    return queries;
  }

  @Override
  public Approvals approvals() {
    return services.approvals().apply(queries, null);
  }

  @Override
  public ToolQuestions questions() {
    return services.questions().apply(queries, null);
  }

  @Override
  public StandingGrants grants() {
    return services.grants().apply(name::equals);
  }

  @Override
  public DeferredCalls deferrals() {
    return services.deferredCalls().apply(queries);
  }

  @Override
  public boolean cancel(SessionId session, @Nullable RunId run, String by, String why) {
    nonNull(session, "session");
    nonNull(by, "by");
    nonNull(why, "why");
    if (queries.session(session).isEmpty()) {
      throw new SessionNotFound(session);
    }
    return services.cancellation().cancel(session, run, by, why);
  }

  @Override
  public boolean delete(SessionId session) {
    nonNull(session, "session");
    return queries.session(session).isPresent() && services.deletion().delete(session);
  }

  @Override
  public SessionId fork(SessionId source, ForkPoint fork) {
    nonNull(source, "source");
    nonNull(fork, "fork");
    return services.forks().apply(queries).fork(source, fork);
  }

  @Override
  public UndoReport undo(RunId run, String by) {
    nonNull(run, "run");
    nonNull(by, "by");
    if (queries.run(run).isEmpty()) {
      throw new RunNotFound(run);
    }
    return services.undo().undo(run, by);
  }
}
