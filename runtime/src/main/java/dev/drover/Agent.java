package dev.drover;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.budget.BudgetGuard;
import dev.drover.hook.HookRegistry;
import dev.drover.internal.agent.BudgetGuardSlot;
import dev.drover.internal.assembly.AgentServices;
import dev.drover.internal.foreign.ForeignBudgetGuard;
import dev.drover.internal.handle.SessionOpener.Opening;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.SessionExists;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.task.SubagentRegistry;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// An immutable recipe, registered with its runtime by name. Safe for use by any thread.
public final class Agent {
  private final Drover drover;
  private final AgentServices services;
  private final String name;
  private final Identity identity;

  Agent(Drover drover, String name) {
    this(drover, name, Identity.NONE);
  }

  private Agent(Drover drover, String name, Identity identity) {
    this.drover = drover;
    this.services = drover.agentServices();
    this.name = name;
    this.identity = identity;
  }

  /// Returns this agent, acting for an identity. Sessions that it creates carry the identity. It
  /// finds only sessions of the identity's tenant; an identity without a tenant finds all sessions.
  public Agent as(Identity whom) {
    nonNull(whom, "whom");
    return new Agent(drover, name, whom);
  }

  public String name() {
    return name;
  }

  /// Opens a new session.
  public Session open() {
    return open(new SessionId(services.handOff().time().freshId("s-")), OpenMode.CREATE);
  }

  /// Opens the session with this id, and creates it if it does not exist.
  public Session open(SessionId session) {
    nonNull(session, "session");
    return open(session, OpenMode.CREATE_OR_RESUME);
  }

  /// Opens the session with this id. An unfinished run that no process drives is continued. Each
  /// call returns a separate handle: see [Session#close].
  ///
  /// @throws SessionExists if the session must not exist and does
  /// @throws SessionNotFound if the session must exist and does not; nothing was created
  /// @throws SessionDeleted if it was deleted, in any mode; nothing was created
  public Session open(SessionId session, OpenMode mode) {
    nonNull(session, "session");
    nonNull(mode, "mode");
    return services
        .opener()
        .open(session, mode, new Opening<>(name, identity, opened -> drover.handle(opened, name)));
  }

  /// The hooks of this agent, for all its sessions. They can be changed at any time.
  public HookRegistry hooks() {
    return Objects.requireNonNull(services.agents().find(name)).governance().hooks();
  }

  /// The budget guard that is asked before each call, if there is one.
  public Optional<BudgetGuard> budgetGuard() {
    return Optional.ofNullable(guard().guard()).map(ForeignBudgetGuard::inner);
  }

  /// Replaces the budget guard from the next call on, in all sessions of this agent and of its
  /// tasks, including runs in progress.
  public void replaceBudgetGuard(BudgetGuard guard) {
    guard().replace(new ForeignBudgetGuard(nonNull(guard, "guard")));
  }

  /// Removes the budget guard from the next call on. Budgets stay in force.
  ///
  /// @return false if there was none
  public boolean removeBudgetGuard() {
    return guard().replace(null) != null;
  }

  private BudgetGuardSlot guard() {
    return Objects.requireNonNull(services.agents().find(name)).conduct().guard();
  }

  /// The states of the connections to its MCP servers, by the names of the servers. A server whose
  /// requests depend on the user is connected for the user that this agent acts for, see [#as].
  public Map<String, McpStatus> mcp() {
    return services.connections().status(name, identity);
  }

  /// Drops the connection to an MCP server and connects again.
  ///
  /// @return false if the agent has no such server
  public boolean reconnectMcp(String server) {
    return services.connections().reconnect(name, identity, nonNull(server, "server"));
  }

  /// The subagents that it can delegate to. They can be changed at any time; a change applies to
  /// runs that start later.
  public SubagentRegistry subagents() {
    return services.subagents(name);
  }
}
