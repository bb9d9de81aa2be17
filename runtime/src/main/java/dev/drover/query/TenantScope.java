package dev.drover.query;

import dev.drover.Approvals;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.StandingGrants;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.session.ForkPoint;
import dev.drover.session.UndoReport;
import dev.drover.tool.DeferredCalls;
import dev.drover.tool.ToolQuestions;
import org.jspecify.annotations.Nullable;

/// The part of a store that belongs to one tenant, for a host that serves a request of this tenant.
/// Data of other tenants is not listed, not found, and cannot be answered or cancelled.
///
/// Sessions get their tenant when they are opened, through [dev.drover.Agent#as]. Safe for use by
/// any thread.
public interface TenantScope {
  String name();

  /// All queries.
  SessionQueries queries();

  /// Approval requests and their answers.
  Approvals approvals();

  /// Questions of tools and their answers.
  ToolQuestions questions();

  /// Rules that people granted for always in this tenant's sessions.
  StandingGrants grants();

  /// Deferred calls, and how to complete them.
  DeferredCalls deferrals();

  /// See [dev.drover.Drover#cancel].
  ///
  /// @throws SessionNotFound if there is no such session
  boolean cancel(SessionId session, @Nullable RunId run, String by, String why);

  /// See [dev.drover.Drover#delete].
  ///
  /// @return false if there is no such session
  boolean delete(SessionId session);

  /// See [dev.drover.Drover#fork].
  ///
  /// @throws SessionNotFound if there is no such session
  SessionId fork(SessionId source, ForkPoint fork);

  /// See [dev.drover.Drover#undo].
  ///
  /// @throws RunNotFound if there is no such run
  UndoReport undo(RunId run, String by);
}
