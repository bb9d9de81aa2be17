package dev.drover.internal.assembly;

import dev.drover.OpenMode;
import dev.drover.budget.ModelPrices;
import dev.drover.codec.EventCodec;
import dev.drover.internal.admit.PromptAdmission;
import dev.drover.internal.admit.PromptServices;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.HostModels;
import dev.drover.internal.agent.WorkerModels;
import dev.drover.internal.approval.DeferredCallServices;
import dev.drover.internal.approval.StoredApprovals;
import dev.drover.internal.approval.StoredDeferredCalls;
import dev.drover.internal.approval.StoredGrants;
import dev.drover.internal.approval.StoredQuestions;
import dev.drover.internal.artifact.ArtifactLimits;
import dev.drover.internal.budget.BudgetServices;
import dev.drover.internal.cluster.ProcessLease;
import dev.drover.internal.commit.InputPreparation;
import dev.drover.internal.commit.JournalAppender;
import dev.drover.internal.commit.SessionCommitter;
import dev.drover.internal.commit.SuccessorCommit;
import dev.drover.internal.commit.TaskMessages;
import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.internal.deletion.SessionDeletion;
import dev.drover.internal.direct.DirectCallServices;
import dev.drover.internal.direct.HostToolCalls;
import dev.drover.internal.dispatch.DueEffects;
import dev.drover.internal.dispatch.EffectOutputTargets;
import dev.drover.internal.dispatch.EffectPerformers;
import dev.drover.internal.dispatch.EffectScheduler;
import dev.drover.internal.dispatch.EffectStarter;
import dev.drover.internal.dispatch.EffectTimeLimits;
import dev.drover.internal.dispatch.HostCallJudge;
import dev.drover.internal.dispatch.ModelAccess;
import dev.drover.internal.dispatch.ReservationRelease;
import dev.drover.internal.dispatch.SessionResources;
import dev.drover.internal.dispatch.WaitLog;
import dev.drover.internal.dispatch.WakeTimers;
import dev.drover.internal.dispatch.Watchdog;
import dev.drover.internal.fork.ForkCreator;
import dev.drover.internal.handle.HandleClosing;
import dev.drover.internal.handle.HandleDeletion;
import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.handle.SessionHandles;
import dev.drover.internal.handle.SessionLifecycleHooks;
import dev.drover.internal.handle.SessionOpener;
import dev.drover.internal.handoff.SessionHandOff;
import dev.drover.internal.hook.CallbackThreads;
import dev.drover.internal.hook.HookChainRegistry;
import dev.drover.internal.hook.HostCallbacks;
import dev.drover.internal.inbox.ApprovalAnswers;
import dev.drover.internal.inbox.IgnoredInputs;
import dev.drover.internal.inbox.InboxItemCodec;
import dev.drover.internal.inbox.InputForwarder;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.inbox.LoadedWriter;
import dev.drover.internal.inbox.Mailbox;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.inbox.SessionRouter;
import dev.drover.internal.inbox.WriterLoop;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.judge.CallOversight;
import dev.drover.internal.judge.EffectivePolicy;
import dev.drover.internal.judge.GrantedRules;
import dev.drover.internal.mcp.AgentConnections;
import dev.drover.internal.mcp.SessionMcpServers.McpServices;
import dev.drover.internal.model.ModelAttempts;
import dev.drover.internal.model.OneShotPerformer;
import dev.drover.internal.oneshot.OneShotServices;
import dev.drover.internal.publish.ChildUsagePublisher;
import dev.drover.internal.publish.CommitPublisher;
import dev.drover.internal.publish.HookEventPublisher;
import dev.drover.internal.publish.LiveEventPublisher;
import dev.drover.internal.publish.LiveFeeds;
import dev.drover.internal.publish.TaskWakeups;
import dev.drover.internal.query.QueryServices;
import dev.drover.internal.query.SessionPresence;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.redact.InputRedactor;
import dev.drover.internal.retention.JournalTrimmer;
import dev.drover.internal.run.ChildTasks;
import dev.drover.internal.run.IdleWait;
import dev.drover.internal.run.InputDeliveries;
import dev.drover.internal.run.RunCancellation;
import dev.drover.internal.run.RunHandles;
import dev.drover.internal.session.DrivingAgents;
import dev.drover.internal.session.EffectAnswers;
import dev.drover.internal.session.InboxReader;
import dev.drover.internal.session.RequestHandler;
import dev.drover.internal.session.SessionOwnership;
import dev.drover.internal.session.SessionParts;
import dev.drover.internal.session.SessionRelease;
import dev.drover.internal.session.SessionShutdown;
import dev.drover.internal.session.SessionSuspension;
import dev.drover.internal.session.SessionWriter;
import dev.drover.internal.session.TakeoverRules;
import dev.drover.internal.session.UsedRunKeys;
import dev.drover.internal.spend.AccountReservations;
import dev.drover.internal.spend.BudgetReservations;
import dev.drover.internal.state.KnownState;
import dev.drover.internal.state.OwnedRuns;
import dev.drover.internal.state.SessionAncestry;
import dev.drover.internal.state.SessionLoader;
import dev.drover.internal.state.SessionStates;
import dev.drover.internal.takeover.TakeoverLoop;
import dev.drover.internal.takeover.TakeoverSessions;
import dev.drover.internal.task.ChildTaskStarter;
import dev.drover.internal.tenant.TenantServices;
import dev.drover.internal.text.EventTexts;
import dev.drover.internal.tool.DirectCallJudge;
import dev.drover.internal.tool.SharedToolResources;
import dev.drover.internal.undo.RunUndo;
import dev.drover.internal.verify.RequiredCheckPerformer;
import dev.drover.internal.verify.VerificationServices;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import dev.drover.quota.ProviderQuotas;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.Store.ForeignChange;
import dev.drover.spi.time.Time;

/// Builds and closes the objects that all sessions of one runtime share.
public final class RuntimeAssembly {
  private final EventCodec events = new EventCodec();
  private final Store store;
  private final Time time;
  private final RuntimeOptions options;
  private final ProcessLease presence;
  private final SecretRedactor redactor;
  private final InputRedactor redactions;
  private final EventTexts texts;
  private final EffectivePolicy policies;
  private final ProviderQuotas quotas;
  private final AccountReservations accounts;
  private final ModelAttempts attempts;
  private final WakeTimers alarms;
  private final EffectPerformers performers;
  private final SessionStates states;
  private final JournalTrimmer trimmer;
  private final LiveFeeds feeds;
  private final Watchdog watchdog = new Watchdog();
  private final LoadedSessions residents;
  private final SessionMessages messages;
  private final InboxItemCodec items;
  private final TakeoverLoop takeover;
  private final GrantedRules rules;
  private final SharedToolResources belongings = new SharedToolResources();
  private final HookChainRegistry hookLines;
  private final SessionResources resources;
  private final SessionShutdown partings;
  private final SessionDeletion deletion;
  private final ArtifactLimits artifactLimits;
  private final AgentRegistry agents;
  private final AgentConnections connections;
  private final DrivingAgents drivers;
  private final HostCallbacks callbacks = new HostCallbacks();
  private final SessionAncestry ancestry;
  private final CallbackThreads callbackThreads;
  private final TaskMessages taskMessages;
  private final TaskWakeups taskWakeups;
  private final SuccessorCommit successors;
  private final IgnoredInputs ignored;
  private final InputForwarder forwarding;
  private final ModelAccess models;
  private final HostCallJudge directCalls;
  private final RuntimeState state = new RuntimeState();
  private final ModelPrices prices;
  private final WorkerModels workerModels;
  private final ApprovalAnswers answers;
  private final StoredSessionQueries queries;
  private final SessionInputs inputs;
  private final InputDeliveries deliveries;
  private final IdleWait idle;
  private final ChildTasks children;
  private final RunCancellation cancellation;
  private final SessionLifecycleHooks lifecycleHooks;
  private final SessionHandles handles;
  private final AgentServices agentServices;

  /// @param redactor removes secrets before anything is stored
  public RuntimeAssembly(
      Store store,
      Time time,
      RuntimeOptions options,
      ArtifactLimits artifactLimits,
      SecretRedactor redactor,
      HostModels hostModels) {
    this.redactor = redactor;
    this.redactions = new InputRedactor(redactor);
    this.store = store;
    this.time = time;
    this.options = options;
    this.feeds = new LiveFeeds(options.watching());
    this.artifactLimits = artifactLimits;
    this.texts = new EventTexts(store.blobs(), time, redactor);
    this.agents = new AgentRegistry(texts);
    this.connections = new AgentConnections(agents, options.servers(), time, redactor);
    this.agents.use(connections);
    this.policies = new EffectivePolicy(texts);
    this.drivers = new DrivingAgents(agents, policies);
    this.rules = new GrantedRules(store);
    this.residents = new LoadedSessions(options.residents(), this::newWriter);
    this.states = new SessionStates(residents::publishedState, new SessionLoader(store.journal()));
    this.ancestry = new SessionAncestry(states);
    this.callbackThreads = new CallbackThreads(callbacks, ancestry);
    this.hookLines = new HookChainRegistry(redactor, ancestry::parent, callbacks);
    this.resources = new SessionResources(artifactLimits, ancestry, hookLines, belongings);
    this.quotas = new ProviderQuotas(time, options.patience().quotas());
    this.attempts = new ModelAttempts(time, options.patience().retries(), quotas);
    this.presence = new ProcessLease(store, time, options.lease(), this::lookAround);
    this.messages = new SessionRouter(presence, residents, options.inbox());
    this.alarms =
        new WakeTimers(time, session -> messages.submit(session, new WriterMessage.CheckInbox()));
    this.accounts = new AccountReservations(store.accounts(), presence.owner(), presence::isGone);
    var reservations = new BudgetReservations(accounts, time);
    this.performers =
        new EffectPerformers(
            texts,
            policies,
            reservations,
            attempts,
            (session, agent, checks) -> requiredChecks().perform(session, agent, checks),
            redactor);
    this.models =
        new ModelAccess(
            attempts,
            performers,
            new OneShotPerformer(reservations, attempts, redactor),
            rules,
            texts,
            time,
            presence,
            resources);
    this.directCalls =
        new HostCallJudge(new DirectCallJudge(texts, policies, redactor), rules, resources);
    this.items = new InboxItemCodec(redactions, time);
    this.taskMessages = new TaskMessages(items, texts);
    this.taskWakeups = new TaskWakeups(messages);
    this.successors = new SuccessorCommit(agents, redactions);
    this.ignored = new IgnoredInputs(store.inbox());
    this.forwarding =
        new InputForwarder(store.inbox(), items, messages, presence, time, options.inbox());
    this.trimmer = new JournalTrimmer(store, options.retention());
    this.takeover =
        new TakeoverLoop(
            store,
            time,
            presence,
            new TakeoverSessions(agents, residents, messages),
            options.closing());
    this.partings =
        new SessionShutdown(messages, residents, presence, belongings, feeds, options.closing());
    this.deletion = new SessionDeletion(messages, partings, store.blobs(), time);
    this.prices = hostModels.prices();
    this.workerModels = new WorkerModels(hostModels.lookup());
    this.answers =
        new ApprovalAnswers(
            store,
            items,
            messages,
            session ->
                residents.isLoadedOrParked(session)
                    || (!agents.names().isEmpty() && presence.readIsFree(session)),
            options.inbox());
    var known = new SessionPresence(states, residents, alarms);
    this.queries =
        StoredSessionQueries.all(
            new QueryServices(store, texts, feeds, answers, known, presence, quotas, time));
    this.inputs = new SessionInputs(messages, state);
    this.deliveries = new InputDeliveries(inputs, forwarding, queries, time);
    this.idle = new IdleWait(queries, partings, hookLines, time);
    this.children = new ChildTasks(queries, idle, messages, presence, time);
    this.cancellation = new RunCancellation(states, inputs, forwarding, children);
    this.lifecycleHooks = new SessionLifecycleHooks(queries, agents, hookLines, options.closing());
    this.handles =
        new SessionHandles(
            state,
            lifecycleHooks,
            self ->
                new HandleClosing(
                    self,
                    state,
                    known,
                    partings,
                    children,
                    lifecycleHooks,
                    callbackThreads,
                    store.catalog()));
    this.agentServices = agentServices(hostModels);
  }

  private AgentServices agentServices(HostModels hostModels) {
    var journal = store.journal();
    return new AgentServices(
        agents,
        hostModels.lookup(),
        workerModels,
        prices,
        new ChildTaskStarter(queries, agents, inputs, texts, cancellation, prices),
        new SessionHandOff(queries, agents, inputs, texts, journal, time),
        new SessionOpener(
            handles, queries, queries::within, agents, policies, inputs, children, journal),
        connections,
        hostModels.isDrivenOnStart() ? takeover::agentAdded : () -> {});
  }

  private LoadedWriter newWriter(SessionId session) {
    return new SessionWriter((writer, reader) -> parts(session, writer, reader), time, redactor);
  }

  private EffectStarter starter(
      SessionId session, EffectOutputTargets outputs, JournalAppender appender) {
    return new EffectStarter(
        outputs,
        agents,
        attempts,
        performers,
        rules,
        resources,
        new EffectTimeLimits(time, presence, watchdog),
        () -> messages.submit(session, new WriterMessage.CheckInbox()),
        appender::leaseEpoch);
  }

  private SessionParts parts(
      SessionId session, LoadedWriter writer, SessionWriter.MessageReader reader) {
    var mailbox = new Mailbox(options.inbox());
    var mail = new WriterLoop(mailbox, reader::read);
    var state = new KnownState(session, states);
    var driving = new OwnedRuns();
    var refunds = new ReservationRelease(session, mail, messages, accounts);
    var appender =
        new JournalAppender(session, store.journal(), presence, events, taskMessages, successors);
    var outputs =
        new EffectOutputTargets(session, state, mail, refunds, feeds, callbacks, redactor);
    var effects = new EffectScheduler(this.state, starter(session, outputs, appender)::start);
    var dispatch =
        new DueEffects(
            state, driving, effects, alarms, residents, new WaitLog(session, quotas, this.state));
    var publisher =
        new CommitPublisher(
            new LiveEventPublisher(session, feeds, quotas, rules, driving),
            new HookEventPublisher(session, agents, hookLines, texts),
            new ChildUsagePublisher(feeds, ancestry),
            taskWakeups,
            driving,
            trimmer,
            residents);
    var redaction =
        new InputPreparation(session, redactions, redactor, texts, effects::partialText);
    var committer =
        new SessionCommitter(
            state, time, redaction, appender, ignored, publisher, dispatch, messages);
    var ownership =
        new SessionOwnership(
            state,
            driving,
            new TakeoverRules(presence, drivers, this.state, time, options.course()),
            residents,
            committer,
            dispatch,
            messages);
    var suspension =
        new SessionSuspension(
            state, driving, effects, alarms, residents, attempts, taskWakeups, time);
    var release =
        new SessionRelease(
            writer, mailbox, state, effects, suspension, residents, hookLines, store.journal());
    var keys = new UsedRunKeys(session, store.catalog(), redactions);
    return new SessionParts(
        state,
        mail,
        driving,
        effects,
        refunds,
        committer,
        ownership,
        suspension,
        release,
        new RequestHandler(state, driving, ownership, committer, keys, forwarding, release),
        new InboxReader(
            state, driving, ownership, committer, store.inbox(), items, keys, forwarding),
        new EffectAnswers(committer, effects, refunds, performers, redactor));
  }

  /// Makes watchers, and sessions that are loaded or parked here, check for changes by other
  /// processes: all of them, or those of the sessions that were changed.
  private void lookAround(ForeignChange change) {
    rules.forget();
    switch (change) {
      case ForeignChange.Anything _ -> {
        feeds.nudgeAll();
        takeover.wakeLoaded();
      }
      case ForeignChange.Sessions(var changed) -> {
        changed.forEach(feeds::nudge);
        if (changed.stream().anyMatch(residents::isLoadedOrParked)) {
          takeover.wakeLoaded();
        }
      }
    }
  }

  /// The services that agents are built and run with.
  public AgentServices agentServices() {
    return agentServices;
  }

  private RequiredCheckPerformer requiredChecks() {
    return new RequiredCheckPerformer(
        verification(),
        session -> new HostToolCalls(session, directCallServices(), CallOversight.HOST));
  }

  private DirectCallServices directCallServices() {
    return new DirectCallServices(
        queries, messages, agents, policies, directCalls, texts, cancellation, time);
  }

  private VerificationServices verification() {
    return new VerificationServices(queries, inputs, artifactLimits, texts, time);
  }

  /// The services of a session's API.
  public SessionServices sessionServices() {
    return new SessionServices(
        prompts(),
        new OneShotServices(queries, inputs, agents, models, prices),
        directCallServices(),
        new BudgetServices(queries, inputs, agents, policies, prices, accounts, time),
        verification(),
        hookLines,
        idle,
        workerModels,
        new McpServices(connections, agents, queries, belongings));
  }

  private PromptServices prompts() {
    var admission = new PromptAdmission(queries, inputs, agents, hookLines, texts, store.catalog());
    var runs = new RunHandles(queries, texts, cancellation, deliveries, state);
    return new PromptServices(
        admission, forwarding, runs, agentServices.handOff(), handles, this::resume, time);
  }

  /// Opens a session for a prompt that goes to the successor of another one.
  private OpenHandle resume(SessionId session, String agent) {
    return agentServices
        .opener()
        .open(
            session,
            OpenMode.RESUME,
            new SessionOpener.Opening<>(
                agent, Identity.NONE, opened -> new OpenHandle(opened.hold(), agent)));
  }

  /// The services of a runtime for all its sessions.
  public RuntimeServices runtimeServices() {
    var shared =
        new SharedResources(
            alarms, belongings, hookLines, feeds, accounts, deletion, presence, watchdog);
    var shutdown =
        new RuntimeShutdown(
            state,
            handles,
            residents,
            partings,
            takeover,
            callbackThreads,
            connections,
            shared,
            store);
    return new RuntimeServices(
        queries, tenants(), handles, residents, quotas, ignored, state, shutdown);
  }

  private TenantServices tenants() {
    var deferredCalls =
        new DeferredCallServices(deliveries, agents, artifactLimits, texts, redactor);
    var journal = store.journal();
    return new TenantServices(
        (seen, session) -> new StoredApprovals(answers, deliveries, seen, session),
        (seen, session) -> new StoredQuestions(answers, deliveries, seen, session),
        tenants -> new StoredGrants(rules, time, tenants),
        seen -> new StoredDeferredCalls(deferredCalls, seen),
        cancellation,
        new HandleDeletion(handles, queries, deletion, lifecycleHooks, store.catalog()),
        seen -> new ForkCreator(seen, agents, states, messages, journal, time),
        new RunUndo(queries, inputs, partings, texts, store.catalog()));
  }

  /// Removes content that only deleted sessions named.
  public void sweepDeletedContent() {
    deletion.sweep();
  }
}
