package dev.drover.cli.command;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.EventLine;
import dev.drover.cli.output.JsonRunDisplay;
import dev.drover.cli.output.RunDisplay;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.JournalPages;
import dev.drover.kernel.value.SessionId;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;
import dev.drover.watch.Notice;
import java.time.Duration;

/// Prints the events of a session, and with `--follow` also future ones.
public final class EventsCommand implements CliCommand {
  private static final CommandOption AFTER =
      new CommandOption("--after", "N", "only events after number N");
  private static final CommandOption FOLLOW =
      new CommandOption("--follow", "", "go on with what happens, until Ctrl-C");

  /// The maximum delay before events of another process are seen.
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

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
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("SESSION"), AFTER, FOLLOW);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    long after = after(call);
    try (var runtime = call.openReadOnly()) {
      var cursor = new Cursor(call.ids(runtime).session(call.arguments().word()), after);
      var printing = new EventPrinter(call, runtime);
      var next = printing.pages(cursor);
      while (call.arguments().has(FOLLOW) && !call.out().isClosed()) {
        call.environment().time().sleepUntil(call.environment().time().now().plus(POLL_INTERVAL));
        next = printing.pages(next);
      }
      return ExitCode.COMPLETED;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ExitCode.CANCELLED;
    }
  }

  private static long after(CliInvocation call) {
    var typed = call.arguments().value(AFTER);
    if (typed == null) {
      return 0;
    }
    if (!typed.matches("[0-9]{1,18}")) {
      throw CliRefusal.usage(
          "value_invalid",
          "--after: '%s' is not a number".formatted(typed),
          "Give an event's number.");
    }
    return Long.parseLong(typed);
  }

  /// Prints pages one after the other in the requested format.
  private static final class EventPrinter {
    private final CliInvocation call;
    private final CliRuntime runtime;
    private final RunDisplay json;
    private final EventLine lines;
    // Number of the last event that was printed or reported as trimmed.
    private long printed;

    EventPrinter(CliInvocation call, CliRuntime runtime) {
      this.call = call;
      this.runtime = runtime;
      this.json = new JsonRunDisplay(call.out(), runtime.queries()::read);
      this.lines = new EventLine(call.style(), runtime.queries()::read);
    }

    Cursor pages(Cursor from) {
      printed = from.seq();
      return JournalPages.pages(runtime.queries(), from, this::print);
    }

    private void print(EventPage page) {
      var session = page.next().session();
      for (var item : page.items()) {
        passOver(session, item.seq() - 1);
        printed = item.seq();
        switch (call.outputFormat()) {
          case JSON -> json.show(session, item);
          case READABLE, QUIET -> call.out().line(lines.of(item.entry()));
        }
      }
      passOver(session, page.next().seq());
    }

    /// Reports trimmed events at their position.
    private void passOver(SessionId session, long seq) {
      if (seq > printed) {
        var missed = new Notice.Missed(0, seq - printed, Notice.Missed.Why.TRIMMED);
        switch (call.outputFormat()) {
          case JSON -> json.show(session, missed);
          case READABLE, QUIET ->
              call.out().line(call.style().dim("(%s)".formatted(DisplayFormats.describe(missed))));
        }
        printed = seq;
      }
    }
  }
}
