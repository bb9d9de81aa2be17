package dev.drover.cli.command;

import dev.drover.cli.config.ModelChoice;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.cli.work.Models;
import dev.drover.cli.work.Models.Supplied;
import dev.drover.kernel.Origin;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Agent;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Goes on with runs that are not over: those of one session, or of all sessions of the agent, one
/// after the other.
public final class ResumeCommand implements Command {
  private static final int MAIL = 1_000;
  private static final String NOTHING = "Nothing to resume.";

  public ResumeCommand() {}

  @Override
  public String name() {
    return "resume";
  }

  @Override
  public String summary() {
    return "goes on with unfinished runs, all or one session's";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.oneOrNone("SESSION")).and(Option.AGENT);
  }

  /// A run that is to go on.
  ///
  /// @param run null if none is going, and others work for the session or have done so
  private record Unfinished(SessionId session, @Nullable RunId run, long tail, String model) {}

  /// Looks first, because only whoever has something to do needs a model and its key, and the
  /// runtime has to know both before it begins.
  @Override
  public ExitCode run(Call call) {
    TrustQuestion.putIfNeeded(call);
    var found = Bench.find(call.settings(), call.host().time(), Purpose.LOOK);
    List<Unfinished> unfinished = List.of();
    if (found.isPresent()) {
      try (var bench = found.get()) {
        unfinished = unfinished(call, bench);
      }
    }
    if (unfinished.isEmpty()) {
      call.hint(NOTHING);
      return ExitCode.COMPLETED;
    }
    var supplied = supplied(call, unfinished);
    try (var bench = Bench.open(supplied.settings(), call.host().time())) {
      return run(call, bench, unfinished, supplied);
    }
  }

  private static ExitCode run(
      Call call, Bench bench, List<Unfinished> unfinished, Supplied supplied) {
    var agent = Agents.build(call, bench, supplied);
    var exit = ExitCode.COMPLETED;
    for (var each : unfinished) {
      exit = exit.and(resume(call, bench, agent, each));
      if (exit == ExitCode.CANCELLED) {
        break;
      }
    }
    return exit;
  }

  private static List<Unfinished> unfinished(Call call, Bench bench) {
    var words = call.arguments().words();
    var only = words.isEmpty() ? null : call.session(words.getFirst());
    if (only != null && bench.archive().session(only).isEmpty()) {
      throw new SessionNotFound(only);
    }
    var agent = call.settings().agent().name();
    var all = new LinkedHashMap<SessionId, Unfinished>();
    for (var row : pending(bench)) {
      var root = root(bench, row);
      if (only != null && !row.session().equals(only) && !root.session().equals(only)) {
        continue;
      }
      if (root.agent().equals(agent)) {
        all.putIfAbsent(root.session(), unfinished(bench, root));
      } else {
        otherAgent(call, root, only);
      }
    }
    return List.copyOf(all.values());
  }

  /// Those with a run that is not over, and those that were told something nobody has heard.
  private static List<SessionRow> pending(Bench bench) {
    var rows = new ArrayList<SessionRow>();
    for (var row : bench.archive().unfinished()) {
      if (row.running() != null) {
        rows.add(row);
      }
    }
    for (var session : bench.store().inbox().sessionsWaiting(MAIL)) {
      bench
          .archive()
          .session(session)
          .filter(row -> row.running() == null && isAnybodyBelow(bench, session))
          .ifPresent(rows::add);
    }
    return rows;
  }

  private static boolean isAnybodyBelow(Bench bench, SessionId session) {
    return !bench.archive().state(session).annals().tasks().isEmpty();
  }

  /// Whoever works for another goes on with it.
  private static SessionRow root(Bench bench, SessionRow row) {
    var origin = bench.archive().state(row.session()).profile().origin();
    return origin instanceof Origin.Delegated above
        ? bench.archive().session(above.parent()).map(parent -> root(bench, parent)).orElse(row)
        : row;
  }

  private static void otherAgent(Call call, SessionRow row, @Nullable SessionId only) {
    var detail = "session %s belongs to agent '%s'".formatted(row.session(), row.agent());
    var remedy = "Resume it with --agent %s.".formatted(row.agent());
    if (only != null) {
      throw Refusal.usage("agent_differs", detail, remedy);
    }
    call.err().line("skipped: " + detail + ". " + remedy);
  }

  private static Unfinished unfinished(Bench bench, SessionRow row) {
    var model = bench.archive().state(row.session()).ownModel();
    return new Unfinished(row.session(), row.running(), row.tail(), model);
  }

  /// A run goes on with the model it was begun with.
  private static Supplied supplied(Call call, List<Unfinished> unfinished) {
    if (call.settings().agent().model() instanceof ModelChoice.None) {
      var first = unfinished.getFirst();
      throw Refusal.usage(
          "model_needed",
          "session %s was begun with %s, and no model was given"
              .formatted(first.session(), first.model()),
          "Give the same: %s %s."
              .formatted(
                  CommandWords.withSameAgent(call, "resume", first.session().value()),
                  CommandWords.choosing(first.model())));
    }
    var supplied = Models.of(call.settings(), call.host());
    for (var each : unfinished) {
      Admission.requireModel(each.session(), each.model(), supplied.model());
    }
    return supplied;
  }

  private static ExitCode resume(Call call, Bench bench, Agent agent, Unfinished unfinished) {
    var driving = new Driving(call, bench, unfinished.session());
    var screen = call.screen(bench);
    screen.say(driving.heading(unfinished.run()));
    return driving.goOn(agent, unfinished.run(), unfinished.tail(), driving.watch(screen));
  }
}
