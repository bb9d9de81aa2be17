package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.Printer;
import dev.drover.cli.screen.RunStory;
import dev.drover.cli.screen.Wording;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.JournalCheck;
import dev.drover.cli.work.Journals;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.VerificationStatus;
import dev.drover.runtime.RunSnapshot;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.problem.SessionUnreadable;
import dev.drover.runtime.verify.Verified;
import dev.drover.spi.store.Catalog.ForkRow;
import java.util.Locale;

/// Shows a session with its runs, or one run: prompt, turns, calls, approvals, usage, end.
public final class ShowCommand implements Command {
  public ShowCommand() {}

  @Override
  public String name() {
    return "show";
  }

  @Override
  public String summary() {
    return "shows a session, or one of its runs";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("SESSION|RUN"));
  }

  @Override
  public ExitCode run(Call call) {
    try (var bench = call.readOnly()) {
      var target = Target.of(call, bench);
      var run = target.run();
      if (run == null) {
        whole(call, bench, target.session());
      } else {
        story(call, bench, bench.archive().run(run).orElseThrow(() -> new RunNotFound(run)));
      }
    }
    return ExitCode.COMPLETED;
  }

  /// Of a session that cannot be read to its end, the runs before that are shown.
  private static void whole(Call call, Bench bench, SessionId session) {
    SessionUnreadable unreadable = null;
    try {
      session(call, bench, session);
    } catch (SessionUnreadable found) {
      unreadable = found;
      if (call.view() == View.READABLE) {
        call.out().line(call.look().bold("session " + session), " " + JournalCheck.word(found));
      }
    }
    for (var run : bench.archive().runs(session)) {
      if (unreadable != null && run.firstSeq() >= unreadable.seq()) {
        break;
      }
      try {
        story(call, bench, run);
      } catch (SessionUnreadable found) {
        throw unreadable == null ? found : unreadable;
      }
    }
    if (unreadable != null) {
      throw unreadable;
    }
  }

  private static void story(Call call, Bench bench, RunSnapshot run) {
    var archive = bench.archive();
    var story = new RunStory(run, Journals.of(archive, run), archive::read);
    switch (call.view()) {
      case JSON -> call.out().json(story.json());
      case READABLE, QUIET -> story.print(call.out(), call.look());
    }
  }

  private static void session(Call call, Bench bench, SessionId session) {
    var row = bench.archive().session(session).orElseThrow(() -> new SessionNotFound(session));
    var state = bench.archive().state(session);
    var model = state.profile().model();
    var totals = state.totals();
    var origin = bench.archive().origin(session);
    var verified = Verified.by(state.annals().reports());
    switch (call.view()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("session", session)
                      .with("agent", row.agent())
                      .with("model", model)
                      .with("workspace", row.workspace())
                      .with("opened", row.openedAt())
                      .with("source", origin.map(ForkRow::source).orElse(null))
                      .with("forked_at", origin.map(ForkRow::at).orElse(null))
                      .with("events", row.tail())
                      .with("runs", totals.runs())
                      .with("turns", totals.turns())
                      .with("running", row.running())
                      .with("usage", JsonLine.of(totals.usage()))
                      .with("verification", verified.status().map(ShowCommand::word).orElse(null)));
      case READABLE, QUIET -> {
        var out = call.out();
        out.line(call.look().bold("session " + session));
        fact(call, out, "agent", row.agent() + ", model " + model);
        fact(call, out, "folder", row.workspace());
        fact(call, out, "opened", Wording.date(row.openedAt()));
        fact(call, out, "source", origin.map(ShowCommand::words).orElse(""));
        fact(call, out, "events", Wording.grouped(row.tail()));
        fact(call, out, "used", Wording.tokens(totals.usage()));
        checks(out, verified);
      }
    }
  }

  private static void checks(Printer out, Verified verified) {
    if (verified.status().isPresent()) {
      verified.text().lines().forEach(line -> out.line("  " + Wording.seen(line)));
    }
  }

  private static String words(ForkRow origin) {
    return "forked from %s at event %d".formatted(origin.source(), origin.at());
  }

  private static String word(VerificationStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  private static void fact(Call call, Printer out, String name, String value) {
    if (!value.isEmpty()) {
      out.line("  ", call.look().dim(name + " ".repeat(8 - name.length())), value);
    }
  }
}
