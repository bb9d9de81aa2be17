package dev.drover.testkit.sim;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.problem.DroverException;
import dev.drover.session.RunRetention;
import dev.drover.spi.PortException;
import dev.drover.task.Subagent;
import dev.drover.task.TaskAssignment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The program that runs in one simulated process: a real runtime, its agents, and its users. All
/// methods belong to threads of the process.
final class SimHost {
  static final String ACCOUNT = "acme";

  /// The tool that always needs approval.
  static final String GUARDED = "wire";

  private static final int SESSIONS = 3;
  static final Subagent SCOUT = Subagent.of("scout", "finds things", "Find it.");

  private final SimulationContext context;
  private final SimProcess process;
  private final Drover drover;
  private final BudgetSet budgets;
  private final CancellingUser stops;
  private final FanOutUser fanOut;
  private final Agent clerk;
  private final Agent billing;
  // An unreferenced handle is released by the garbage collector, whose timing is not ours.
  private final Map<SessionId, List<Session>> open = new HashMap<>();

  SimHost(SimulationContext context, SimProcess process, SimulationPlan plan) {
    this.context = context;
    this.process = process;
    this.stops = new CancellingUser(context);
    this.fanOut = new FanOutUser(context);
    this.drover =
        Drover.on(
                context
                    .bug()
                    .planted(
                        PlantedBug.Place.RUNTIME,
                        new FaultInjectingStore(context.store(), context, process)))
            .time(new SimTime(context, process))
            .loadedSessions(1 + context.dice().nextInt(4))
            .retention(new RunRetention(plan.runsKept(), Integer.MAX_VALUE, Long.MAX_VALUE))
            .build();
    var policy =
        context.bug() == PlantedBug.ASK_NOBODY
            ? Policy.ALLOW_ALL
            : Policy.ALLOW_ALL.asking(GUARDED);
    var cap = BudgetCap.at(plan.modelCalls()).warningAt(Math.max(1, plan.modelCalls() / 2));
    this.budgets = BudgetSet.NONE.ofAccount(ACCOUNT, Budget.NONE.modelCalls(cap));
    this.billing =
        drover
            .agent("billing")
            .model(new SimModel(context, process))
            .tools(SimTools.of(context, process))
            .policy(policy)
            .budgets(budgets)
            .build();
    this.clerk =
        drover
            .agent("clerk")
            .model(new SimModel(context, process))
            .tools(SimTools.of(context, process))
            .policy(policy)
            .subagents(List.of(SCOUT))
            .successor("billing", "refunds")
            .budgets(budgets)
            .build();
  }

  Drover drover() {
    return drover;
  }

  SimProcess process() {
    return process;
  }

  private static SessionId name(PlannedAction deed) {
    return new SessionId("talk-" + deed.session() % SESSIONS);
  }

  private Session session(PlannedAction deed) {
    var id = name(deed);
    var agent = deed.session() % SESSIONS == SESSIONS - 1 ? billing : clerk;
    var session = agent.open(id, OpenMode.CREATE_OR_RESUME);
    keep(session);
    return session;
  }

  private void keep(Session session) {
    open.computeIfAbsent(session.id(), _ -> new ArrayList<>()).add(session);
  }

  /// With all its handles: disconnecting one alone would release nothing.
  private void disconnect(SessionId session) {
    open.getOrDefault(session, List.of()).forEach(Session::disconnect);
  }

  void perform(PlannedAction deed) {
    attempt(deed.kind() + " " + name(deed), () -> act(deed));
  }

  /// Refusals are expected: the user gets an error and stops.
  private void attempt(String what, Runnable body) {
    context.world().trace().add(process + " " + what);
    try {
      body.run();
    } catch (DroverException refused) {
      context.world().trace().add(process + " refused " + refused.problem().code());
    } catch (PortException broken) {
      context.world().trace().add(process + " broke " + broken.problem().code());
    }
  }

  /// Opens every existing session, as a user does.
  void comeBack() {
    attempt("comes back", this::openAll);
  }

  /// Does the actions that are still open.
  void clearUp() {
    attempt("answers", () -> answerAll(true));
    attempt("completes", this::completeAll);
  }

  private void act(PlannedAction deed) {
    switch (deed.kind()) {
      case PROMPT -> send(deed, WhenBusy.REFUSE);
      case QUEUE -> send(deed, WhenBusy.QUEUE);
      case STEER -> send(deed, WhenBusy.STEER);
      case CANCEL -> stops.cancel(session(deed));
      case CANCEL_ONE -> stops.cancelOne(session(deed));
      case CANCEL_TASK -> stops.cancelTasks(session(deed));
      case ANSWER -> answerAll(context.chance(70));
      case COMPLETE -> completeAll();
      case CLEAR -> session(deed).clearHistory();
      case COMPACT -> session(deed).compact(1);
      case FORK -> {
        var fork = session(deed).fork();
        keep(fork);
        send(fork, deed, WhenBusy.REFUSE);
      }
      case HAND_OFF -> session(deed).handOff("billing", "go on");
      case CALL_TOOL -> session(deed).tool("pay", Map.of());
      case START_TASK -> session(deed).tasks().start(TaskAssignment.to("scout", "look"));
      case RUN_TASKS -> fanOut.run(session(deed));
      case CLOSE_SESSION -> stops.close(session(deed), process);
      case DISCONNECT -> disconnect(session(deed).id());
      case READ -> new JournalReaderUser(context).read(session(deed));
      case SET_BUDGETS ->
          session(deed).budgets().set(budgets.ofRun(Budget.NONE.toolCalls(BudgetCap.at(3))));
    }
  }

  private void send(PlannedAction deed, WhenBusy whenBusy) {
    send(session(deed), deed, whenBusy);
  }

  private void send(Session session, PlannedAction deed, WhenBusy whenBusy) {
    var key = deed.key() == 0 ? null : "k" + deed.key();
    var text = key == null ? context.world().freshId("words-") : "words of " + key;
    var ask = Ask.of(text).whenBusy(whenBusy);
    var run = session.send(key == null ? ask : ask.withKey(key));
    context
        .witness()
        .accepted(new OutsideRecord.Receipt(session.id(), run.id(), key, text, whenBusy));
  }

  private void openAll() {
    for (int i = 0; i < SESSIONS; i++) {
      var deed = new PlannedAction(Duration.ZERO, PlannedAction.Kind.PROMPT, 0, i, 0);
      if (drover.queries().session(name(deed)).isPresent()) {
        session(deed);
      }
    }
  }

  private void answerAll(boolean yes) {
    for (var question : drover.approvals().open()) {
      ApprovalAnswer answer =
          yes
              ? new ApprovalAnswer.Yes(
                  context.chance(80) ? ApprovalAnswer.Scope.ONCE : ApprovalAnswer.Scope.SESSION)
              : new ApprovalAnswer.No(
                  "no",
                  context.chance(80)
                      ? ApprovalAnswer.OnDenial.GO_ON
                      : ApprovalAnswer.OnDenial.STOP);
      drover.approvals().answer(question.id(), answer, "anna");
    }
  }

  private void completeAll() {
    for (var call : drover.deferrals().waiting()) {
      if (call.tool().equals("mail")) {
        drover.deferrals().complete(call.key(), "sent", "post");
      }
    }
  }
}
