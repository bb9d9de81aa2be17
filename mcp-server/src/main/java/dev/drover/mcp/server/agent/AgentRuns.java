package dev.drover.mcp.server.agent;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.DroverException;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Starts runs and finds them again. Each run that was started or found here is driven to its end
/// by this process, whether the client that wanted it is there or not: a thread holds its session
/// open until then. Their number is limited.
///
/// Safe for use by any thread.
final class AgentRuns {
  private static final Logger LOG = LoggerFactory.getLogger(AgentRuns.class);
  private static final int ID_DIGITS = 40;

  private final Drover drover;
  private final List<ServedAgent> agents;
  private final Semaphore slots;

  AgentRuns(Drover drover, List<ServedAgent> agents, int most) {
    this.drover = drover;
    this.agents = List.copyOf(agents);
    this.slots = new Semaphore(most);
  }

  /// A call that cannot be carried out, for reasons that its caller can read.
  static final class CallProblem extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    CallProblem(String code, String title, String detail, String remedy) {
      this(new Problem(code, title, detail, remedy));
    }

    CallProblem(Problem problem) {
      super(problem.detail());
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }

  /// What a client wants to have done.
  ///
  /// @param session to go on with; null for a new one
  /// @param key under which it is done once; null if each call is new work
  record Order(String prompt, @Nullable String session, @Nullable String key) {}

  Run start(Agent agent, Order order, String principal) throws CallProblem {
    var acting = agent.as(Identity.NONE.principal(principal));
    return holding(
        () -> {
          if (order.session() != null) {
            return open(agent.name(), acting, new SessionId(order.session()));
          }
          return order.key() == null
              ? acting.open()
              : acting.open(keyed(agent.name(), order.key(), principal));
        },
        session -> {
          var ask = Ask.of(order.prompt());
          return session.send(order.key() == null ? ask : ask.withKey(order.key()));
        });
  }

  /// The session of a key: the same in every process, so that a client that knows only its key
  /// finds its run.
  private static SessionId keyed(String agent, String key, String principal) {
    return new SessionId("k-" + CallDigest.ofParts(agent, principal, key).substring(0, ID_DIGITS));
  }

  private Session open(String name, Agent acting, SessionId session) throws CallProblem {
    var row = row(session);
    if (!row.agent().equals(name)) {
      throw new CallProblem(
          "session_of_other_agent",
          "Wrong agent",
          "session %s belongs to agent %s".formatted(session, row.agent()),
          "Call the tool of that agent.");
    }
    return acting.open(session, OpenMode.RESUME);
  }

  private SessionRow row(SessionId session) throws CallProblem {
    return drover
        .queries()
        .session(session)
        .orElseThrow(
            () ->
                new CallProblem(
                    "session_not_found",
                    "No such session",
                    "there is no session " + session,
                    "Leave the session out to begin a new one."));
  }

  /// A run that exists already. Its session is opened, so that the run goes on.
  ///
  /// @param run null for the one in progress, or the last one
  Run find(SessionId session, @Nullable RunId run) throws CallProblem {
    var row = row(session);
    var agent =
        agents.stream().map(ServedAgent::agent).filter(each -> each.name().equals(row.agent()));
    var owner =
        agent
            .findFirst()
            .orElseThrow(
                () ->
                    new CallProblem(
                        "agent_not_served",
                        "Unknown agent",
                        "agent %s of session %s is not served here".formatted(row.agent(), session),
                        "Go on with it where that agent is."));
    return holding(
        () -> owner.open(session, OpenMode.RESUME),
        opened -> chosen(opened, run).orElseThrow(() -> nothingRan(session)));
  }

  private static Optional<Run> chosen(Session session, @Nullable RunId run) {
    if (run != null) {
      return session.run(run);
    }
    return session
        .currentRun()
        .or(
            () ->
                session.runs().isEmpty()
                    ? Optional.empty()
                    : session.run(session.runs().getLast().run()));
  }

  private static CallProblem nothingRan(SessionId session) {
    return new CallProblem(
        "run_not_found",
        "No such run",
        "session %s has no such run".formatted(session),
        "Send a prompt to the session with the tool of its agent.");
  }

  private interface Opening {
    Session open() throws CallProblem;
  }

  private interface Choice {
    Run in(Session session) throws CallProblem;
  }

  private Run holding(Opening opening, Choice choice) throws CallProblem {
    if (!slots.tryAcquire()) {
      throw new CallProblem(
          "server_busy", "Too many runs", "too many runs are in progress", "Call again later.");
    }
    boolean isHeld = false;
    Session session = null;
    try {
      session = opening.open();
      var run = choice.in(session);
      hold(session, run);
      isHeld = true;
      return run;
    } catch (DroverException refused) {
      throw new CallProblem(refused.problem());
    } catch (IllegalArgumentException malformed) {
      throw new CallProblem(
          "argument_malformed",
          "Wrong argument",
          String.valueOf(malformed.getMessage()),
          "Correct it.");
    } finally {
      if (!isHeld) {
        slots.release();
        if (session != null) {
          session.disconnect();
        }
      }
    }
  }

  private void hold(Session session, Run run) {
    Thread.ofVirtual()
        .name("mcp-run-" + run.id())
        .start(
            () -> {
              try {
                // Empty if the runtime is closed first.
                var _ = run.await(null);
              } catch (DroverException over) {
                LOG.debug("run {} is no longer held: {}", run.id(), over.getMessage());
              } finally {
                slots.release();
                session.disconnect();
              }
            });
  }
}
