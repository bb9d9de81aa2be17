package dev.drover.cli.command;

import dev.drover.cli.config.ModelChoice;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.cli.work.Models;
import dev.drover.cli.work.Models.Supplied;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Agent;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Goes on with runs that are not over: those of one session, or of all sessions of the agent, one
/// after the other.
public final class ResumeCommand implements Command {
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
  private record Unfinished(SessionId session, RunId run, long tail, String model) {}

  /// Looks first, because only whoever has something to do needs a model and its key, and the
  /// runtime has to know both before it begins.
  @Override
  public ExitCode run(Call call) {
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
    var settings = supplied.settings();
    var agent = bench.agent(settings.agent(), settings.workspace(), supplied.model());
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
    var all = new ArrayList<Unfinished>();
    for (var row : bench.archive().unfinished()) {
      if (!isMeant(row, only)) {
        continue;
      }
      if (row.agent().equals(agent)) {
        all.add(unfinished(bench, row));
      } else {
        otherAgent(call, row, only);
      }
    }
    return all;
  }

  private static boolean isMeant(SessionRow row, @Nullable SessionId only) {
    return row.running() != null && (only == null || row.session().equals(only));
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
    var recipe = bench.archive().state(row.session()).profile().recipe();
    var model = recipe == null ? "" : recipe.model();
    return new Unfinished(row.session(), Objects.requireNonNull(row.running()), row.tail(), model);
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
