package dev.drover.cli.command;

import dev.drover.cli.chat.Said;
import dev.drover.cli.chat.Venue;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.Screen;
import dev.drover.cli.screen.UsageScreen;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.NewQuestions;
import dev.drover.cli.work.Watch;
import dev.drover.cli.work.Watch.Until;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Session;
import dev.drover.runtime.command.CommandOutcome;
import dev.drover.runtime.command.Commands;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.watch.Cursor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Prompts and commands of one session, one after the other, until there are no more. A command may
/// switch to another session.
final class Chat {
  private final Call call;
  private final Bench bench;
  private final Venue venue;
  private final Commands commands;
  private SessionId id;
  private SessionId asking;
  private @Nullable NewQuestions questions;

  /// The last event that was shown, or that was there before.
  private long seen;

  Chat(Call call, Bench bench, Venue venue, Commands commands, SessionId id) {
    this.call = call;
    this.bench = bench;
    this.venue = venue;
    this.commands = commands;
    this.id = id;
    this.asking = id;
    this.seen = bench.archive().session(id).map(row -> row.tail()).orElse(0L);
  }

  ExitCode talk(Agent agent) {
    var last = finish(agent);
    var session = agent.open(id);
    introduce(session);
    var worst = last;
    while (goesOn(last)) {
      if (venue.isAttended() && questions().isAny()) {
        last = working(this::putQuestions);
        worst = worst.and(last);
        continue;
      }
      switch (next()) {
        case Said.Bye _ -> {
          return farewell(worst);
        }
        case Said.Nothing _ -> {}
        case Said.Words(var text) -> {
          last = answer(session, text);
          session = session.id().equals(id) ? session : agent.open(id);
          worst = worst.and(last);
        }
      }
    }
    return last;
  }

  /// Whoever reads the output of a pipe cannot see what went in, so it is told.
  private Said next() {
    if (venue.isAttended()) {
      gap();
      var said = venue.next(questions()::isAny);
      call.out().typed();
      return said;
    }
    var said = venue.next(() -> false);
    if (said instanceof Said.Words(var text) && call.view() == View.READABLE) {
      gap();
      call.out().line("> " + text);
    }
    return said;
  }

  private void gap() {
    if (call.view() == View.READABLE) {
      call.out().gap();
    }
  }

  /// A parked run holds the session. Where nobody looks, a cancelled one is the end as well.
  private boolean goesOn(ExitCode last) {
    return switch (last) {
      case COMPLETED, FAILED, LIMIT, USAGE -> true;
      case CANCELLED -> venue.isAttended();
      case WAITING -> false;
    };
  }

  private void introduce(Session session) {
    venue.used(session.totalUsage());
    if (call.view() == View.READABLE) {
      var look = call.look();
      gap();
      call.out().line(look.dim("session " + id + ", model " + session.model()));
      if (venue.isAttended()) {
        call.out().line(look.dim("/help lists commands, Ctrl-C cancels a run, Ctrl-D leaves"));
      }
    }
  }

  /// Whoever sat there has seen how everything ended.
  private ExitCode farewell(ExitCode worst) {
    if (!venue.isAttended()) {
      return worst;
    }
    call.hint(
        "Come back with: " + CommandWords.withSameAgent(call, "chat", "--session", id.value()));
    return ExitCode.COMPLETED;
  }

  /// Goes on with the run that is not over, if there is one.
  private ExitCode finish(Agent agent) {
    var running = bench.archive().session(id).map(row -> row.running());
    return running.isEmpty() ? ExitCode.COMPLETED : working(() -> goOn(agent, running.get()));
  }

  private ExitCode goOn(Agent agent, RunId run) {
    var driving = new Driving(call, bench, id);
    var screen = screen(call);
    screen.say(driving.heading(run));
    return driving.goOn(agent, run, seen, watch(call, driving, screen));
  }

  private ExitCode answer(Session session, String text) {
    return switch (commands.run(session, text)) {
      case CommandOutcome.NotACommand _ -> working(() -> prompt(session, text.strip()));
      case CommandOutcome.Prompted(var prompt) -> working(() -> prompt(session, prompt.strip()));
      case CommandOutcome.Done(var reply) -> {
        show(reply);
        yield ExitCode.COMPLETED;
      }
      case CommandOutcome.Switched(var other, var reply) -> {
        id = other.id();
        seen = other.eventCount();
        venue.used(other.totalUsage());
        show(reply);
        yield ExitCode.COMPLETED;
      }
      case CommandOutcome.Failed(var problem) -> complain(problem, ExitCode.FAILED);
      case CommandOutcome.Unknown unknown -> complain(unknown.problem(), ExitCode.USAGE);
    };
  }

  private ExitCode working(Supplier<ExitCode> work) {
    venue.begin();
    try {
      return work.get();
    } catch (DroverException failed) {
      return complain(failed.problem(), ExitCode.FAILED);
    } finally {
      venue.end();
      seen = bench.archive().state(id).position().seq();
    }
  }

  private ExitCode prompt(Session session, String text) {
    var now = call.remeasured();
    var driving = new Driving(now, bench, id);
    try (var events = bench.archive().events(new Cursor(id, seen))) {
      var watch = watch(now, driving, screen(now));
      gap();
      // What ended in the background may have begun a run meanwhile.
      var run = session.send(Ask.of(text).whenBusy(WhenBusy.QUEUE));
      driving.cancelOnInterrupt(run.id());
      return driving.report(watch.follow(events, run.id(), Until.RUN_IS_OVER));
    }
  }

  /// Of what works in the background, and asks while nobody watches.
  private ExitCode putQuestions() {
    var now = call.remeasured();
    var driving = new Driving(now, bench, id);
    // Before they are put: one that comes up later is new.
    questions().remember();
    try (var events = bench.archive().events(new Cursor(id, seen))) {
      var watch = watch(now, driving, screen(now));
      watch.catchUp();
      driving.cancelOnInterrupt(null);
      return driving.report(watch.follow(events, null, Until.NOBODY_IS_ASKED));
    }
  }

  private NewQuestions questions() {
    if (questions == null || !asking.equals(id)) {
      questions = new NewQuestions(bench, id);
      asking = id;
    }
    return questions;
  }

  private Screen screen(Call now) {
    var before = bench.archive().state(id).totals().usage();
    return new UsageScreen(now.screen(bench), before, venue::used);
  }

  private Watch watch(Call now, Driving driving, Screen screen) {
    var approve = now.settings().approve();
    var approvals = bench.drover().approvals();
    return driving.watch(screen, venue.respondent(approve, now.out(), now.look(), approvals));
  }

  private void show(String reply) {
    switch (call.view()) {
      case READABLE, QUIET -> reply.lines().forEach(call.out()::line);
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("session", id)
                      .with("type", "command_done")
                      .with("text", reply));
    }
  }

  private ExitCode complain(Problem problem, ExitCode exit) {
    call.report(problem);
    return exit;
  }
}
