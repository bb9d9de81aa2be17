package dev.drover.testkit.sim;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Cap;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Retention;
import dev.drover.runtime.Session;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.task.Assignment;
import dev.drover.runtime.task.Subagent;
import dev.drover.spi.PortException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The program that runs in one simulated process: a real runtime, its agents, and those who use
/// it. All methods belong to threads of the process.
final class Host {
  static final String ACCOUNT = "acme";

  /// The tool for which a person has to be asked, whoever wants it.
  static final String GUARDED = "wire";

  private static final int SESSIONS = 3;
  static final Subagent SCOUT = Subagent.of("scout", "finds things", "Find it.");

  private final Stage stage;
  private final SimProcess process;
  private final Drover drover;
  private final Budgets budgets;
  private final Stops stops;
  private final FanOut fanOut;
  private final Agent clerk;
  private final Agent billing;
  // A handle that nobody holds is given up by the garbage collector, whose time is not ours.
  private final Map<SessionId, List<Session>> open = new HashMap<>();

  Host(Stage stage, SimProcess process, Plan plan) {
    this.stage = stage;
    this.process = process;
    this.stops = new Stops(stage);
    this.fanOut = new FanOut(stage);
    this.drover =
        Drover.on(
                stage
                    .bug()
                    .planted(Bug.Place.RUNTIME, new FaultStore(stage.store(), stage, process)))
            .time(new SimTime(stage, process))
            .loadedSessions(1 + stage.dice().nextInt(4))
            .retention(new Retention(plan.runsKept(), Integer.MAX_VALUE, Long.MAX_VALUE))
            .build();
    var policy =
        stage.bug() == Bug.ASK_NOBODY ? Policy.ALLOW_ALL : Policy.ALLOW_ALL.asking(GUARDED);
    var cap = Cap.at(plan.modelCalls()).warningAt(Math.max(1, plan.modelCalls() / 2));
    this.budgets = Budgets.NONE.ofAccount(ACCOUNT, Budget.NONE.modelCalls(cap));
    this.billing =
        drover
            .agent("billing")
            .model(new SimModel(stage, process))
            .tools(SimTools.of(stage, process))
            .policy(policy)
            .budgets(budgets)
            .build();
    this.clerk =
        drover
            .agent("clerk")
            .model(new SimModel(stage, process))
            .tools(SimTools.of(stage, process))
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

  private static SessionId name(Deed deed) {
    return new SessionId("talk-" + deed.session() % SESSIONS);
  }

  private Session session(Deed deed) {
    var id = name(deed);
    var agent = deed.session() % SESSIONS == SESSIONS - 1 ? billing : clerk;
    var session = agent.open(id, OpenMode.CREATE_OR_RESUME);
    keep(session);
    return session;
  }

  private void keep(Session session) {
    open.computeIfAbsent(session.id(), _ -> new ArrayList<>()).add(session);
  }

  /// With all its handles: one alone would let go of nothing.
  private void disconnect(SessionId session) {
    open.getOrDefault(session, List.of()).forEach(Session::disconnect);
  }

  void perform(Deed deed) {
    attempt(deed.kind() + " " + name(deed), () -> act(deed));
  }

  /// What is refused is refused: whoever did it is told so, and goes.
  private void attempt(String what, Runnable body) {
    stage.world().trace().add(process + " " + what);
    try {
      body.run();
    } catch (DroverException refused) {
      stage.world().trace().add(process + " refused " + refused.problem().code());
    } catch (PortException broken) {
      stage.world().trace().add(process + " broke " + broken.problem().code());
    }
  }

  /// Comes back to every session there is, as a user does.
  void comeBack() {
    attempt("comes back", this::openAll);
  }

  /// Does what nobody has done yet.
  void clearUp() {
    attempt("answers", () -> answerAll(true));
    attempt("completes", this::completeAll);
  }

  private void act(Deed deed) {
    switch (deed.kind()) {
      case PROMPT -> send(deed, WhenBusy.REFUSE);
      case QUEUE -> send(deed, WhenBusy.QUEUE);
      case STEER -> send(deed, WhenBusy.STEER);
      case CANCEL -> stops.cancel(session(deed));
      case CANCEL_ONE -> stops.cancelOne(session(deed));
      case CANCEL_TASK -> stops.cancelTasks(session(deed));
      case ANSWER -> answerAll(stage.chance(70));
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
      case START_TASK -> session(deed).tasks().start(Assignment.to("scout", "look"));
      case RUN_TASKS -> fanOut.run(session(deed));
      case CLOSE_SESSION -> stops.close(session(deed), process);
      case DISCONNECT -> disconnect(session(deed).id());
      case READ -> new Reading(stage).read(session(deed));
      case SET_BUDGETS ->
          session(deed).budgets().set(budgets.ofRun(Budget.NONE.toolCalls(Cap.at(3))));
    }
  }

  private void send(Deed deed, WhenBusy whenBusy) {
    send(session(deed), deed, whenBusy);
  }

  private void send(Session session, Deed deed, WhenBusy whenBusy) {
    var key = deed.key() == 0 ? null : "k" + deed.key();
    var text = key == null ? stage.world().freshId("words-") : "words of " + key;
    var ask = Ask.of(text).whenBusy(whenBusy);
    var run = session.send(key == null ? ask : ask.withKey(key));
    stage.witness().accepted(new Witness.Receipt(session.id(), run.id(), key, text, whenBusy));
  }

  private void openAll() {
    for (int i = 0; i < SESSIONS; i++) {
      var deed = new Deed(Duration.ZERO, Deed.Kind.PROMPT, 0, i, 0);
      if (drover.archive().session(name(deed)).isPresent()) {
        session(deed);
      }
    }
  }

  private void answerAll(boolean yes) {
    for (var question : drover.approvals().open()) {
      Answer answer =
          yes
              ? new Answer.Yes(stage.chance(80) ? Answer.Scope.ONCE : Answer.Scope.SESSION)
              : new Answer.No("no", stage.chance(80) ? Answer.Then.GO_ON : Answer.Then.STOP);
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
