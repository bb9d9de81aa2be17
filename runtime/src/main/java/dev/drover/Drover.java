package dev.drover;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.budget.ModelPrices;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.assembly.AgentServices;
import dev.drover.internal.assembly.RuntimeServices;
import dev.drover.internal.assembly.SessionServices;
import dev.drover.internal.concurrent.CancellationSource;
import dev.drover.internal.handle.OpenedSession;
import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.run.RunHandles;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.StandingGrants;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.RequestRefused.DeletionRefused;
import dev.drover.problem.SessionUnavailable.RuntimeClosed;
import dev.drover.problem.StoreFailed;
import dev.drover.query.SessionQueries;
import dev.drover.query.TenantScope;
import dev.drover.quota.ProviderQuotas;
import dev.drover.session.ForkPoint;
import dev.drover.session.SessionArtifacts;
import dev.drover.session.UndoReport;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.StoreProvider;
import dev.drover.spi.tool.CancellationToken;
import dev.drover.store.memory.MemoryStore;
import dev.drover.tool.DeferredCalls;
import dev.drover.tool.ToolQuestions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One runtime in one JVM on one store. A JVM can have several.
///
/// Safe for use by any thread.
public final class Drover implements AutoCloseable {
  private static final String EMBEDDED = "embedded";
  private static final String STORE_FILE = "drover.db";

  private final AgentServices agentServices;
  private final SessionServices sessionServices;
  private final RuntimeServices services;
  private final CancellationSource scope = new CancellationSource("the runtime");

  Drover(AgentServices agentServices, SessionServices sessionServices, RuntimeServices services) {
    this.agentServices = agentServices;
    this.sessionServices = sessionServices;
    this.services = services;
  }

  /// Opens a runtime on the embedded store in this folder, which is created if it does not exist.
  public static Drover embedded(Path folder) {
    nonNull(folder, "folder");
    return on(openEmbedded(folder.resolve(STORE_FILE))).build();
  }

  /// Opens a runtime on a store in memory, which is lost when this object is closed: for tests and
  /// trials.
  public static Drover inMemory() {
    return on(new MemoryStore()).build();
  }

  /// Configures a runtime on the given store. The store is closed with the runtime.
  public static DroverBuilder on(Store store) {
    return new DroverBuilder(nonNull(store, "store"));
  }

  /// Opens the embedded store in this file, which is created if it does not exist.
  public static Store openEmbedded(Path file) {
    nonNull(file, "file");
    try {
      return embeddedStores().open(file);
    } catch (PortException broken) {
      throw new StoreFailed(broken);
    }
  }

  /// Opens the embedded store in this file for reading, even if the file is not writable. Nothing
  /// is written; writing operations are refused.
  ///
  /// @throws StoreFailed with `store_outdated` if it has to be opened for writing once
  public static Store openEmbeddedReadOnly(Path file) {
    nonNull(file, "file");
    try {
      return embeddedStores().openReadOnly(file);
    } catch (PortException broken) {
      throw new StoreFailed(broken);
    }
  }

  private static StoreProvider embeddedStores() {
    return ServiceLoader.load(StoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.kind().equals(EMBEDDED))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationInvalid(
                    "store",
                    "there is no embedded store on the class path or module path",
                    "Add the artifact drover-store-jdbc, or give a store of your own."));
  }

  /// Starts the definition of an agent. Sessions are found again by the agent's name, so it must
  /// not change.
  public AgentBuilder agent(String name) {
    nonNull(name, "name");
    requireOpen();
    return new AgentBuilder(this, name);
  }

  Agent register(AgentSpec spec, AgentRegistry.Precedence precedence) {
    requireOpen();
    agentServices.register(spec, precedence);
    return new Agent(this, spec.name());
  }

  /// All queries on the store.
  public SessionQueries queries() {
    requireOpen();
    return services.queries();
  }

  /// Approval requests and their answers.
  public Approvals approvals() {
    requireOpen();
    return services.tenants().approvals().apply(services.queries(), null);
  }

  /// The artifacts of a session, without opening it.
  ///
  /// @throws SessionNotFound if there is no such session
  public SessionArtifacts artifacts(SessionId session) {
    nonNull(session, "session");
    requireOpen();
    if (services.queries().session(session).isEmpty()) {
      throw new SessionNotFound(session);
    }
    return sessionServices.artifacts(session);
  }

  /// Questions that tools ask people in the middle of a call, and their answers.
  public ToolQuestions questions() {
    requireOpen();
    return services.tenants().questions().apply(services.queries(), null);
  }

  /// Rules that people granted for always.
  public StandingGrants grants() {
    requireOpen();
    return services.tenants().grants().apply(_ -> true);
  }

  /// Deferred calls, and how to complete them.
  public DeferredCalls deferrals() {
    requireOpen();
    return services.tenants().deferredCalls().apply(services.queries());
  }

  /// A view of this runtime that is limited to one tenant.
  public TenantScope tenant(String name) {
    nonNull(name, "name");
    requireOpen();
    return services.tenants().scope(name, services.queries());
  }

  /// Which provider keys are throttled, and for how long. Not shared with other runtimes.
  public ProviderQuotas quotas() {
    return services.quotas();
  }

  /// The sessions that are open or have a run in progress in this runtime, sorted.
  public List<SessionId> sessions() {
    var all = new TreeSet<>(services.handles().open());
    all.addAll(services.loaded().all());
    return List.copyOf(all);
  }

  /// Closes all handles of a session, by its id.
  ///
  /// @return false if it is not open in this runtime
  public boolean close(SessionId session) {
    nonNull(session, "session");
    var open = services.handles().find(session);
    if (open == null) {
      return false;
    }
    open.leave(CloseMode.CLOSE);
    return true;
  }

  /// Forks a session: a new session continues from a position in this one, with the same
  /// conversation up to that position. The fork has no run in progress, no waiting inputs and no
  /// recorded usage. The source does not change and may have a run in progress. See
  /// [Session#fork()].
  ///
  /// @return the id of the fork; open it with its agent
  /// @throws SessionNotFound if there is no such session
  /// @throws dev.drover.problem.InvalidRequest.SessionExists if there is a session with the fork's
  ///   id
  /// @throws dev.drover.problem.InvalidRequest.CursorInvalid if there is no such position, or it
  ///   was trimmed
  public SessionId fork(SessionId source, ForkPoint fork) {
    nonNull(source, "source");
    nonNull(fork, "fork");
    return services.tenants().forks().apply(services.queries()).fork(source, fork);
  }

  /// Direct forks of a session, in the order of their creation; forks of forks are not included.
  ///
  /// @throws SessionNotFound if there is no such session
  public List<ForkRow> forks(SessionId source) {
    nonNull(source, "source");
    return services.queries().forks(source);
  }

  /// Deletes a session, whether it is open in this runtime or not. See [Session#delete].
  ///
  /// @return false if there is no such session
  /// @throws dev.drover.problem.SessionUnavailable.SessionBusy if another process drives its run;
  ///   nothing was changed
  /// @throws DeletionRefused if it has forks; nothing was changed
  public boolean delete(SessionId session) {
    nonNull(session, "session");
    requireOpen();
    return services.tenants().deletion().delete(session);
  }

  /// Cancels a run, in whichever process it is driven.
  ///
  /// @param run the only run to cancel; null for the run in progress
  /// @param by the person or program that cancels
  /// @return whether there was something to cancel
  public boolean cancel(SessionId session, @Nullable RunId run, String by, String why) {
    nonNull(session, "session");
    nonNull(by, "by");
    nonNull(why, "why");
    return services.tenants().cancellation().cancel(session, run, by, why);
  }

  /// Cancels the work in progress in every session of this runtime. The sessions stay open.
  ///
  /// @param by the person or program that cancels
  /// @return how many sessions had something to cancel
  public int cancelAll(String by, String why) {
    nonNull(by, "by");
    nonNull(why, "why");
    requireOpen();
    int cancelled = 0;
    for (var session : sessions()) {
      cancelled += cancel(session, null, by, why) ? 1 : 0;
    }
    return cancelled;
  }

  /// Restores the files that a run changed. See [Session#undo].
  ///
  /// @param by the person or program that restores them
  /// @throws dev.drover.problem.SessionUnavailable.SessionBusy if a run of the session is in
  ///   progress
  /// @throws dev.drover.problem.NotFound.RunNotFound if there is no such run
  public UndoReport undo(RunId run, String by) {
    nonNull(run, "run");
    nonNull(by, "by");
    requireOpen();
    return services.tenants().undo().undo(run, by);
  }

  /// How many inputs changed nothing, because they were late, repeated, or had no recipient.
  public long ignoredInputs() {
    return services.ignored().count();
  }

  /// The known prices of models.
  public ModelPrices prices() {
    return agentServices.prices();
  }

  AgentServices agentServices() {
    return agentServices;
  }

  SessionServices sessionServices() {
    return sessionServices;
  }

  StoredSessionQueries storedQueries() {
    requireOpen();
    return services.queries();
  }

  RunHandles runs() {
    return sessionServices.prompts().runs();
  }

  /// Approvals of one session.
  Approvals approvals(SessionId session) {
    return services.tenants().approvals().apply(services.queries(), session);
  }

  /// Questions of one session.
  ToolQuestions questions(SessionId session) {
    return services.tenants().questions().apply(services.queries(), session);
  }

  /// For callers that keep no handle: releases the session now, not when the handle is garbage
  /// collected.
  void forget(Session session) {
    services.handles().forget(session.hold());
  }

  private void requireOpen() {
    services.state().requireOpen();
  }

  Session handle(OpenedSession opened, String agent) {
    return new Session(opened, this, agent);
  }

  /// Closes every session, which ends their runs, and closes the store. Every caller returns when
  /// that is done, except tools, models and hooks of its sessions: for these it returns at once,
  /// and closing completes when they have ended. Never throws. Later calls throw [RuntimeClosed],
  /// or [dev.drover.problem.SessionUnavailable.SessionClosed] if they are work for a session.
  @Override
  public void close() {
    leave(CloseMode.CLOSE);
  }

  /// Closes everything without ending a run: unfinished runs continue when the store is opened
  /// again, in this process or another.
  public void disconnect() {
    leave(CloseMode.DISCONNECT);
  }

  /// Hands the runs in progress to other processes and closes everything: for a deployment. Takes
  /// over no more sessions and starts no more calls. Calls of models and tools that are running may
  /// end, and what follows them is left to the next process, which begins within a second if it is
  /// there and has the agent. So no call becomes *unknown* and none is repeated.
  ///
  /// Calls that are still running at the limit are interrupted, as with [#disconnect]. Prompts that
  /// are sent meanwhile are stored and handed over.
  ///
  /// @param limit how long calls may take to end
  /// @return whether all calls ended in time
  public boolean drain(Duration limit) {
    nonNull(limit, "limit");
    return services.shutdown().drain(WaitLimit.cap(limit), () -> settleScope(CloseMode.DISCONNECT));
  }

  /// A token that is cancelled when this runtime is closed, which also closes its sessions.
  public CancellationToken scope() {
    return scope;
  }

  private void leave(CloseMode mode) {
    services.shutdown().close(mode, () -> settleScope(mode));
  }

  private void settleScope(CloseMode mode) {
    switch (mode) {
      case CLOSE -> scope.cancel("the runtime was closed");
      case DISCONNECT -> scope.end();
    }
  }
}
