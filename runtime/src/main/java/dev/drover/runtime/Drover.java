package dev.drover.runtime;

import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Task;
import dev.drover.kernel.Text;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.agent.AgentRegistry;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.budget.Prices;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.RuntimeClosed;
import dev.drover.runtime.problem.SessionHasForks;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.problem.StoreFailed;
import dev.drover.runtime.quota.Quotas;
import dev.drover.runtime.scope.ScopeCell;
import dev.drover.runtime.writer.Engine;
import dev.drover.runtime.writer.Letter;
import dev.drover.runtime.writer.Letter.Manner;
import dev.drover.runtime.writer.Pending;
import dev.drover.runtime.writer.Reply;
import dev.drover.runtime.writer.Ticket;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.StoreProvider;
import dev.drover.spi.tool.CancelScope;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One runtime in one JVM, at work on one store. Several may live side by side.
///
/// Safe for use by any thread.
public final class Drover implements AutoCloseable {
  private static final String EMBEDDED = "embedded";
  private static final String STORE_FILE = "drover.db";

  private final Store store;
  private final Engine engine;
  private final Recovery recovery;
  private final ModelNames models;
  private final Prices prices;
  private final Archive archive;
  private final WorkerModels workerModels;
  private final Handles handles = new Handles(this);
  private final ScopeCell scope = new ScopeCell("the runtime");
  private final AtomicReference<@Nullable Pending<Boolean>> closing = new AtomicReference<>();

  Drover(Store store, Engine engine, Recovery recovery, ModelNames models, Prices prices) {
    this.prices = prices;
    this.store = store;
    this.engine = engine;
    this.recovery = recovery;
    this.models = models;
    this.archive = new Archive(engine);
    this.workerModels = new WorkerModels(models);
  }

  /// On the embedded store in this folder, which is made if it is not there.
  public static Drover embedded(Path folder) {
    return on(openEmbedded(folder.resolve(STORE_FILE))).build();
  }

  /// On a store that is gone when this object is: for tests and trials.
  public static Drover inMemory() {
    return on(new MemoryStore()).build();
  }

  /// On a store of your own making. It is closed with this object.
  public static DroverBuilder on(Store store) {
    return new DroverBuilder(store);
  }

  /// Opens the embedded store in this file, which is made if it is not there.
  public static Store openEmbedded(Path file) {
    try {
      return embeddedStores().open(file);
    } catch (PortException broken) {
      throw new StoreFailed(broken);
    }
  }

  /// Opens the embedded store in this file to read it, whether it can be written or not. Nothing is
  /// written; what would write is refused.
  ///
  /// @throws StoreFailed with `store_outdated` if it has to be opened for writing once
  public static Store openEmbeddedReadOnly(Path file) {
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

  /// Begins a recipe. Sessions are found again by the agent's name: keep it.
  public AgentBuilder agent(String name) {
    requireOpen();
    return new AgentBuilder(this, name);
  }

  Agent register(AgentSpec spec, AgentRegistry.Precedence precedence) {
    requireOpen();
    engine.agents().register(spec, precedence, new Delegating(this));
    switch (recovery) {
      case ON_START, CLOSE -> engine.takeover().agentAdded();
      case WHEN_OPENED -> {}
    }
    return new Agent(this, spec.name());
  }

  /// Everything that can be read of the store.
  public Archive archive() {
    requireOpen();
    return archive;
  }

  /// Questions to people, and their answers.
  public Approvals approvals() {
    requireOpen();
    return new Approvals(this, archive);
  }

  /// Rules that people granted for always.
  public Grants grants() {
    requireOpen();
    return new Grants(this, _ -> true);
  }

  /// Calls that are carried out elsewhere, and how they end.
  public Deferrals deferrals() {
    requireOpen();
    return new Deferrals(this, archive);
  }

  /// What one tenant may see and do.
  public Tenant tenant(String name) {
    requireOpen();
    return new Tenant(this, name);
  }

  /// Which accounts of providers are throttled, and for how long. Not shared with other runtimes.
  public Quotas quotas() {
    return engine.quotas();
  }

  /// The sessions that are open in this runtime, or at work in it, sorted.
  public List<SessionId> sessions() {
    var all = new TreeSet<>(handles.open());
    all.addAll(engine.resident());
    return List.copyOf(all);
  }

  /// Closes a session by its id, for all who hold it: all its handles are closed.
  ///
  /// @return false if it is not open in this runtime
  public boolean close(SessionId session) {
    var open = handles.find(session);
    if (open == null) {
      return false;
    }
    open.leave(Manner.CLOSE);
    return true;
  }

  /// Forks a session: a new one goes on from a place in this one, with the same conversation up to
  /// there, and with nothing going, waiting or counted. The source is not touched and may be at
  /// work. See [Session#fork()].
  ///
  /// @return the id of the fork; open it with its agent
  /// @throws SessionNotFound if there is no such session
  /// @throws dev.drover.runtime.problem.SessionExists if there is a session with the fork's id
  /// @throws dev.drover.runtime.problem.CursorInvalid if there is no such place, or it was trimmed
  public SessionId fork(SessionId source, Fork fork) {
    return new Forking(this, archive).fork(source, fork);
  }

  /// Forks of a session, but not theirs, in the order in which they were made.
  ///
  /// @throws SessionNotFound if there is no such session
  public List<ForkRow> forks(SessionId source) {
    return archive.forks(source);
  }

  /// Deletes a session, whether it is open in this runtime or not. See [Session#delete].
  ///
  /// @return false if there is no such session
  /// @throws dev.drover.runtime.problem.SessionBusy if another process drives its run; nothing was
  ///   changed
  /// @throws SessionHasForks if it has forks; nothing was changed
  public boolean delete(SessionId session) {
    requireOpen();
    return new Deleting(this, handles).delete(session);
  }

  /// Cancels a run, whichever process drives it.
  ///
  /// @param run the only run this may stop; null for whichever is going
  /// @param by who says so
  /// @return whether there was something to cancel
  public boolean cancel(SessionId session, @Nullable RunId run, String by, String why) {
    var known = engine.shown(session);
    var tasks = known == null ? List.<Task>of() : known.annals().tasks();
    return switch (tell(session, new Input.CancelRequested(run, by, why, Text.EMPTY))) {
      case Reply.Committed(var after) -> {
        SessionTasks.awaitRest(this, over(tasks, after));
        yield true;
      }
      case Reply.Forwarded(var input) ->
          engine
              .forwarding()
              .fate(session, input)
              .filter(Inbox.Fate.Consumed.class::isInstance)
              .isPresent();
      case Reply.Ignored _, Reply.Existing _ -> false;
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  private static List<Task> over(List<Task> tasks, SessionState after) {
    return tasks.stream().filter(task -> !after.annals().tasks().contains(task)).toList();
  }

  /// Cancels what is going in every session of this runtime. The sessions stay open.
  ///
  /// @param by who says so
  /// @return how many had something to cancel
  public int cancelAll(String by, String why) {
    requireOpen();
    int cancelled = 0;
    for (var session : sessions()) {
      cancelled += cancel(session, null, by, why) ? 1 : 0;
    }
    return cancelled;
  }

  /// Brings back the files that a run touched as they were before it. See [Session#undo].
  ///
  /// @param by who wants them back
  /// @throws dev.drover.runtime.problem.SessionBusy if a run of its session is going
  /// @throws dev.drover.runtime.problem.RunNotFound if there is no such run
  public UndoReport undo(RunId run, String by) {
    requireOpen();
    return new Undoing(this).undo(run, by);
  }

  /// How many inputs came too late, twice, or for nobody, and changed nothing.
  public long ignoredInputs() {
    return engine.ignoredInputs();
  }

  Engine engine() {
    return engine;
  }

  ModelNames models() {
    return models;
  }

  WorkerModels workerModels() {
    return workerModels;
  }

  /// What models cost, as far as that is known here.
  public Prices prices() {
    return prices;
  }

  Handles handles() {
    return handles;
  }

  boolean isClosed() {
    return closing.get() != null;
  }

  /// @throws RuntimeClosed if it is closed, and not only being closed
  void requireOpen() {
    var going = closing.get();
    if (going != null && going.now() != null) {
      throw new RuntimeClosed();
    }
  }

  Reply tell(SessionId session, Input input) {
    requireOpen();
    var reply = new Pending<Reply>();
    engine.tell(session, new Letter.Told(input, reply));
    return reply.awaitCalmly();
  }

  /// Hands a prompt to its session. The reply comes when the run is durable, or refused.
  Pending<Reply> prompt(
      Session session, Ticket<Event.RunFinished> ticket, Prompt prompt, @Nullable WhenBusy given) {
    var spec = Objects.requireNonNull(engine.agent(session.agent()));
    var reply = new Pending<Reply>();
    var whenBusy = given == null ? spec.conduct().whenBusy() : given;
    var input =
        new Input.Prompted(ticket.run(), prompt, spec.recipe(), spec.conduct().limits(), whenBusy);
    engine.tell(session.id(), new Letter.Prompted(ticket, input, reply));
    return reply;
  }

  /// Ends or lets go of what a session has under way, when its last handle is closed.
  void leave(OpenSession session, Manner manner) {
    var known = engine.shown(session.id());
    if (isClosed() && !engine.isInvolvedIn(session.id())) {
      // Nothing of it is at work here, so it need not be read to end it.
      engine.partings().release(session.id());
    } else {
      engine.partings().letGo(session.id(), manner);
    }
    if (manner == Manner.CLOSE && known != null) {
      SessionTasks.awaitRest(this, known.annals().tasks());
    }
    var agent = session.agent();
    if (agent != null) {
      new Lifetimes(this).ended(session.id(), agent);
    }
    handles.remove(session);
  }

  /// Closes every session, which ends their runs, and lets go of the store. Every caller returns
  /// when that is done, but for tools, models and hooks of its sessions: for these it returns at
  /// once, and the rest follows when they have ended. Never throws. What is asked of it afterwards
  /// throws [RuntimeClosed], or [dev.drover.runtime.problem.SessionClosed] where it is work for a
  /// session.
  @Override
  public void close() {
    leave(Manner.CLOSE);
  }

  /// Lets go of everything without ending a run: unfinished ones go on when the store is opened
  /// again, here or in another process.
  public void disconnect() {
    leave(Manner.DISCONNECT);
  }

  /// Tells whoever does work for this runtime when it is closed, which closes its sessions.
  public CancelScope scope() {
    return scope;
  }

  private void settleScope(Manner manner) {
    switch (manner) {
      case CLOSE -> scope.cancel("the runtime was closed");
      case DISCONNECT -> scope.end();
    }
  }

  private void leave(Manner manner) {
    var mine = new Pending<Boolean>();
    boolean isFirst = closing.compareAndSet(null, mine);
    if (engine.isCallback()) {
      // What waits for its callers cannot be waited for by them.
      if (isFirst) {
        engine.resident().forEach(session -> engine.partings().announce(session, manner));
        Thread.startVirtualThread(() -> leave(manner, mine));
      }
      return;
    }
    if (isFirst) {
      leave(manner, mine);
    }
    var someone = closing.get();
    if (someone != null) {
      someone.awaitCalmly();
    }
  }

  private void leave(Manner manner, Pending<Boolean> done) {
    try {
      engine.takeover().end();
      handles.closeAll(manner);
      engine.partings().letGoOfAll(manner);
      engine.close();
      store.close();
    } finally {
      settleScope(manner);
      done.complete(true);
    }
  }
}
