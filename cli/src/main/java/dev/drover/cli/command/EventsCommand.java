package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.EventLine;
import dev.drover.cli.screen.JsonScreen;
import dev.drover.cli.screen.Screen;
import dev.drover.cli.screen.Wording;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Journals;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;
import dev.drover.runtime.watch.Notice;
import java.time.Duration;

/// Prints the events of a session, and with `--follow` those that are still to come.
public final class EventsCommand implements Command {
  private static final Option AFTER = new Option("--after", "N", "only events after number N");
  private static final Option FOLLOW =
      new Option("--follow", "", "go on with what happens, until Ctrl-C");

  /// How long news of another process may take to be seen.
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  public EventsCommand() {}

  @Override
  public String name() {
    return "events";
  }

  @Override
  public String summary() {
    return "prints what happened in a session";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("SESSION"), AFTER, FOLLOW);
  }

  @Override
  public ExitCode run(Call call) {
    var cursor = new Cursor(call.session(call.arguments().word()), after(call));
    try (var bench = call.readOnly()) {
      var printing = new Printing(call, bench);
      var next = printing.pages(cursor);
      while (call.arguments().has(FOLLOW) && !call.out().isClosed()) {
        call.host().time().sleepUntil(call.host().time().now().plus(LOOK_EVERY));
        next = printing.pages(next);
      }
      return ExitCode.COMPLETED;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ExitCode.CANCELLED;
    }
  }

  private static long after(Call call) {
    var typed = call.arguments().value(AFTER);
    if (typed == null) {
      return 0;
    }
    if (!typed.matches("[0-9]{1,18}")) {
      throw Refusal.usage(
          "value_invalid",
          "--after: '%s' is not a number".formatted(typed),
          "Give an event's number.");
    }
    return Long.parseLong(typed);
  }

  /// Prints pages one after the other, in the form that was asked for.
  private static final class Printing {
    private final Call call;
    private final Bench bench;
    private final Screen json;
    private final EventLine lines;
    // Number of the last event that was printed, or reported as gone.
    private long printed;

    Printing(Call call, Bench bench) {
      this.call = call;
      this.bench = bench;
      this.json = new JsonScreen(call.out(), bench.archive()::read);
      this.lines = new EventLine(call.look(), bench.archive()::read);
    }

    Cursor pages(Cursor from) {
      printed = from.seq();
      return Journals.pages(bench.archive(), from, this::print);
    }

    private void print(EventPage page) {
      var session = page.next().session();
      for (var item : page.items()) {
        passOver(session, item.seq() - 1);
        printed = item.seq();
        switch (call.view()) {
          case JSON -> json.see(session, item);
          case READABLE, QUIET -> call.out().line(lines.of(item.entry()));
        }
      }
      passOver(session, page.next().seq());
    }

    /// Reports events that were trimmed at the place where they were.
    private void passOver(SessionId session, long seq) {
      if (seq > printed) {
        var missed = new Notice.Missed(0, seq - printed, Notice.Missed.Why.TRIMMED);
        switch (call.view()) {
          case JSON -> json.see(session, missed);
          case READABLE, QUIET ->
              call.out().line(call.look().dim("(%s)".formatted(Wording.words(missed))));
        }
        printed = seq;
      }
    }
  }
}
