package dev.drover.runtime.writer;

import dev.drover.codec.EventCodec;
import dev.drover.codec.InputCodec;
import dev.drover.kernel.Effect;
import dev.drover.kernel.Input;
import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.ToolCall;
import dev.drover.runtime.agent.AgentRegistry;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.agent.PolicyInForce;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.artifact.Storeroom;
import dev.drover.runtime.budget.Treasury;
import dev.drover.runtime.hooking.HookLines;
import dev.drover.runtime.hooking.HostCallbacks;
import dev.drover.runtime.live.Feeds;
import dev.drover.runtime.perform.Attempts;
import dev.drover.runtime.perform.Cashier;
import dev.drover.runtime.perform.DirectJudge;
import dev.drover.runtime.perform.Inquirer;
import dev.drover.runtime.perform.Performers;
import dev.drover.runtime.perform.Stage;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.quota.Quotas;
import dev.drover.runtime.redact.Redactions;
import dev.drover.spi.PortException;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.OwnerId;
import dev.drover.spi.store.SessionSearch;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.WaitingSession;
import dev.drover.spi.time.Time;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One process at work on one store: finds the writer of a session, and holds what all writers
/// share.
///
/// All methods may be called by any thread.
public final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final InputCodec inputs = new InputCodec();
  private final EventCodec events = new EventCodec();
  private final Store store;
  private final Time time;
  private final EngineOptions options;
  private final Presence presence;
  private final Redactor redactor;
  private final Redactions redactions;
  private final Texts texts;
  private final PolicyInForce policies;
  private final Quotas quotas;
  private final Treasury treasury;
  private final Attempts attempts;
  private final Alarms alarms;
  private final Performers performers;
  private final Inquirer inquirer;
  private final DirectJudge directJudge;
  private final Loader loader;
  private final Trimmer trimmer;
  private final Feeds feeds;
  private final Watchdog watchdog = new Watchdog();
  private final Residents residents;
  private final TakeoverLoop takeover;
  private final StandingRules rules;
  private final Belongings belongings = new Belongings();
  private final HookLines hookLines;
  private final Deletion deletion;
  private final Storeroom storeroom;
  private final AgentRegistry agents;
  private final HostCallbacks callbacks = new HostCallbacks();
  private final Ancestry ancestry = new Ancestry(this);
  private final Correspondence correspondence = new Correspondence(this);
  private final LongAdder ignored = new LongAdder();

  /// @param redactor knows what must not be written down
  public Engine(
      Store store, Time time, EngineOptions options, Storeroom storeroom, Redactor redactor) {
    this.redactor = redactor;
    this.redactions = new Redactions(redactor);
    this.store = store;
    this.time = time;
    this.options = options;
    this.feeds = new Feeds(options.watching());
    this.storeroom = storeroom;
    this.hookLines = new HookLines(redactor, ancestry::above, callbacks);
    this.texts = new Texts(store.blobs(), time, redactor);
    this.agents = new AgentRegistry(texts);
    this.policies = new PolicyInForce(texts);
    this.quotas = new Quotas(time, options.patience().quotas());
    this.attempts = new Attempts(time, options.patience().retries(), quotas);
    this.alarms = new Alarms(time, session -> tell(session, new Letter.Look()));
    this.presence = new Presence(store, time, options.lease(), this::lookAround);
    this.treasury = new Treasury(store.accounts(), presence.owner(), presence::isGone);
    var cashier = new Cashier(treasury, time);
    this.performers = new Performers(texts, policies, cashier, attempts, redactor);
    this.inquirer = new Inquirer(cashier, attempts, redactor);
    this.directJudge = new DirectJudge(texts, policies, redactor);
    this.loader = new Loader(store.journal());
    this.trimmer = new Trimmer(store, options.retention());
    this.residents = new Residents(options.residents(), id -> new SessionWriter(id, this));
    this.takeover = new TakeoverLoop(store, time, presence, takeoverSessions(), options.closing());
    this.rules = new StandingRules(store);
    this.deletion = new Deletion(this, store.blobs(), time);
  }

  public @Nullable AgentSpec agent(String name) {
    return agents.find(name);
  }

  /// The agents that this process knows.
  public AgentRegistry agents() {
    return agents;
  }

  /// Who can drive a session that stands there: its agent, with the checker that watched it so far.
  @Nullable AgentSpec driver(SessionState state) {
    var agent = agents.of(state);
    return agent == null || missingChecker(agent, state).isPresent() ? null : agent;
  }

  /// The checker that watched a session and that its agent does not have, if there is one.
  public Optional<String> missingChecker(AgentSpec agent, SessionState state) {
    return policies.missingChecker(agent, state);
  }

  /// The tools that the model is told of.
  public List<ToolSpec> offered(AgentSpec agent, SessionState state) {
    return policies.offered(agent, state);
  }

  /// What is to become of a call that the host makes itself.
  ///
  /// @throws InterruptedException if this thread was interrupted while a hook was asked
  public JudgedCall judge(AgentSpec agent, SessionState state, ToolCall call, Oversight oversight)
      throws InterruptedException {
    var session = Objects.requireNonNull(state.profile().session());
    var stage =
        new Stage(agent, state, rules(state), _ -> {}, new JudgeDesk(session, agent, this), null);
    return switch (oversight) {
      case HOST -> directJudge.admit(stage, call);
      case POLICY -> directJudge.judge(stage, call);
    };
  }

  /// Hands a letter to the session's writer.
  public void tell(SessionId session, Letter letter) {
    presence.begin();
    switch (residents.tell(session, letter)) {
      case QUEUED, START -> {}
      case FULL ->
          Letters.refuse(
              letter,
              new SessionBusy(session, options.inbox() + " inputs are waiting for it already"));
      case RETIRED -> throw new IllegalStateException("a retired writer was found");
    }
  }

  /// As [#tell], but brings no session back.
  ///
  /// @return false if no writer of the session is there that could be told
  boolean tellIfHere(SessionId session, Letter letter) {
    return residents.tellIfHere(session, letter);
  }

  /// Asks every loaded or parked session to look for what it has missed.
  private void lookAround() {
    feeds.nudgeAll();
    rules.forget();
    try {
      lookIntoInboxes();
    } catch (PortException broken) {
      // The takeover loop looks again within a second.
      LOG.debug("cannot look for inputs of other processes: {}", broken.problem());
    }
  }

  private void lookIntoInboxes() {
    long after = 0;
    List<WaitingSession> page;
    do {
      page = inbox().unheard(new SessionSearch(agents.names(), after, Inbox.PAGE), owner());
      for (var row : page) {
        if (residents.isHere(row.session())) {
          tell(row.session(), new Letter.Look());
        }
        after = row.ordinal();
      }
    } while (page.size() == Inbox.PAGE);
  }

  private TakeoverLoop.Sessions takeoverSessions() {
    return new TakeoverLoop.Sessions() {
      @Override
      public Set<String> agents() {
        return agents.names();
      }

      @Override
      public boolean isDriven(SessionId session) {
        return residents.isDriven(session);
      }

      @Override
      public void tell(SessionId session, Letter letter) {
        Engine.this.tell(session, letter);
      }
    };
  }

  /// Finds what nobody drives.
  public TakeoverLoop takeover() {
    return takeover;
  }

  /// The state, if it is known in this process. Never behind what can be read in the journal.
  public @Nullable SessionState shown(SessionId session) {
    return residents.shown(session);
  }

  /// Whether this thread is in a callback of the session, or of one that works for it: in a tool, a
  /// model or a hook.
  public boolean isCallbackOf(SessionId session) {
    for (var each = callbacks.current(); each != null; each = ancestry.above(each)) {
      if (each.equals(session)) {
        return true;
      }
    }
    return false;
  }

  /// Whether this thread is in a callback of any session of this process.
  public boolean isCallback() {
    return callbacks.current() != null;
  }

  HostCallbacks callbacks() {
    return callbacks;
  }

  Ancestry ancestry() {
    return ancestry;
  }

  Correspondence correspondence() {
    return correspondence;
  }

  /// Whether the session is loaded, or was unloaded while it waits and comes back by itself.
  public boolean isHere(SessionId session) {
    return residents.isLoaded(session) || residents.isParked(session);
  }

  /// Whether this process has, or would come back for, anything of the session.
  public boolean isInvolvedIn(SessionId session) {
    return residents.isHere(session) || alarms.isSet(session);
  }

  public List<SessionId> resident() {
    return residents.all();
  }

  Presence presence() {
    return presence;
  }

  /// No process that is still there drives this session, unless it is this one.
  public boolean isFree(SessionId session) {
    return presence.isFree(session);
  }

  /// The way to sessions that another process drives.
  public Forwarding forwarding() {
    return new Forwarding(this);
  }

  /// The way of answers to questions, which is the same from every process.
  public AnswerOffers answers() {
    return new AnswerOffers(this);
  }

  void guard(Performance performance, AgentSpec agent, Effect.CallTool call) {
    agent
        .tools()
        .findForHost(call.planned().call().tool())
        .ifPresent(entry -> performance.guard(watchdog, entry.spec().timeout()));
  }

  void ignored(SessionId session, Input input, String why) {
    ignored.increment();
    LOG.debug("session {} ignored {}: {}", session, input, why);
  }

  /// How many inputs have changed nothing so far.
  public long ignoredInputs() {
    return ignored.sum();
  }

  /// Everything that goes on in the session waits.
  void parked(SessionState state) {
    residents.parked(Objects.requireNonNull(state.profile().session()), state.position().seq());
  }

  /// Something is under way in the session, or nothing goes on that this process drives.
  void unparked(SessionId session) {
    residents.unparked(session);
  }

  /// Whether this process has parked the session as it stands, and need not take it over.
  boolean isParked(SessionId session, SessionState state) {
    return residents.isParked(session, state.position().seq());
  }

  /// The ways in which sessions are let go of.
  public Partings partings() {
    return new Partings(this, presence);
  }

  Alarms alarms() {
    return alarms;
  }

  Attempts attempts() {
    return attempts;
  }

  /// A run has ended, and no other has begun.
  void becameIdle(SessionId session, SessionState state) {
    trimmer.trim(session, state);
    residents.shrink();
  }

  void forget(SessionWriter writer) {
    residents.forget(writer);
    hookLines.unloaded(writer.session());
  }

  void stays(SessionWriter writer) {
    residents.stays(writer);
  }

  /// Rules that people granted for always, for sessions like this one.
  List<String> rules(SessionState state) {
    return rules.of(state.profile().identity().tenant());
  }

  public StandingRules standingRules() {
    return rules;
  }

  /// Ends what is going in the session, as [Partings#letGo] does, and takes it out of the store.
  /// Changes nothing if another process drives it.
  ///
  /// @param whenEnded called when nothing is going in it any more, and all is still there
  public void delete(SessionId session, Runnable whenEnded) {
    deletion.delete(session, whenEnded);
  }

  /// Takes away what sessions named that were deleted, here or elsewhere, if anything is left.
  public void clearAway() {
    deletion.sweep();
  }

  /// Stops everything that is not bound to a session. Sessions must have been let go of before.
  public void close() {
    alarms.silenceAll();
    belongings.closeAll();
    hookLines.closeAll(options.closing());
    feeds.endAll();
    treasury.close();
    deletion.close();
    presence.end();
    watchdog.close();
  }

  public Quotas quotas() {
    return quotas;
  }

  Inquirer inquirer() {
    return inquirer;
  }

  public Treasury treasury() {
    return treasury;
  }

  public EngineOptions options() {
    return options;
  }

  public Time time() {
    return time;
  }

  public Feeds feeds() {
    return feeds;
  }

  public Redactor redactor() {
    return redactor;
  }

  Redactions redactions() {
    return redactions;
  }

  public Texts texts() {
    return texts;
  }

  public Journal journal() {
    return store.journal();
  }

  public Catalog catalog() {
    return store.catalog();
  }

  public OwnerId owner() {
    return presence.owner();
  }

  public Storeroom storeroom() {
    return storeroom;
  }

  public HookLines hookLines() {
    return hookLines;
  }

  Belongings belongings() {
    return belongings;
  }

  Inbox inbox() {
    return store.inbox();
  }

  public Loader loader() {
    return loader;
  }

  InputCodec inputs() {
    return inputs;
  }

  EventCodec events() {
    return events;
  }

  Performers performers() {
    return performers;
  }
}
