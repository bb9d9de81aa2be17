package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.output.RunTranscript;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.JournalCheck;
import dev.drover.cli.runtime.JournalPages;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionUnreadable;
import dev.drover.query.RunSnapshot;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.verify.SessionVerification.CombinedVerification;
import java.util.Locale;

/// Shows a session with its runs, or one run: prompt, turns, calls, approvals, usage, end.
public final class ShowCommand implements CliCommand {
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
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("SESSION|RUN"));
  }

  @Override
  public ExitCode run(CliInvocation call) {
    try (var runtime = call.openReadOnly()) {
      var target = call.ids(runtime).sessionOrRun(call.arguments().word());
      var run = target.run();
      if (run == null) {
        whole(call, runtime, target.session());
      } else {
        printTranscript(
            call, runtime, runtime.queries().run(run).orElseThrow(() -> new RunNotFound(run)));
      }
    }
    return ExitCode.COMPLETED;
  }

  /// If a session cannot be read to its end, the readable runs are shown.
  private static void whole(CliInvocation call, CliRuntime runtime, SessionId session) {
    SessionUnreadable unreadable = null;
    try {
      session(call, runtime, session);
    } catch (SessionUnreadable found) {
      unreadable = found;
      if (call.outputFormat() == OutputFormat.READABLE) {
        call.out().line(call.style().bold("session " + session), " " + JournalCheck.word(found));
      }
    }
    for (var run : runtime.queries().runs(session)) {
      if (unreadable != null && run.firstSeq() >= unreadable.seq()) {
        break;
      }
      try {
        printTranscript(call, runtime, run);
      } catch (SessionUnreadable found) {
        throw unreadable == null ? found : unreadable;
      }
    }
    if (unreadable != null) {
      throw unreadable;
    }
  }

  private static void printTranscript(CliInvocation call, CliRuntime runtime, RunSnapshot run) {
    var queries = runtime.queries();
    var transcript = new RunTranscript(run, JournalPages.of(queries, run), queries::read);
    switch (call.outputFormat()) {
      case JSON -> call.out().json(transcript.json());
      case READABLE, QUIET -> transcript.print(call.out(), call.style());
    }
  }

  private static void session(CliInvocation call, CliRuntime runtime, SessionId session) {
    var row = runtime.queries().session(session).orElseThrow(() -> new SessionNotFound(session));
    var snapshot = runtime.queries().snapshot(session);
    var model = snapshot.profile().model();
    var totals = snapshot.totals();
    var origin = runtime.queries().origin(session);
    var verified = CombinedVerification.by(snapshot.verifications());
    switch (call.outputFormat()) {
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
        out.line(call.style().bold("session " + session));
        fact(call, out, "agent", row.agent() + ", model " + model);
        fact(call, out, "folder", row.workspace());
        fact(call, out, "opened", DisplayFormats.date(row.openedAt()));
        fact(call, out, "source", origin.map(ShowCommand::words).orElse(""));
        fact(call, out, "events", DisplayFormats.grouped(row.tail()));
        fact(call, out, "used", DisplayFormats.tokens(totals.usage()));
        checks(out, verified);
      }
    }
  }

  private static void checks(ConsolePrinter out, CombinedVerification verified) {
    if (verified.status().isPresent()) {
      verified.text().lines().forEach(line -> out.line("  " + DisplayFormats.visible(line)));
    }
  }

  private static String words(ForkRow origin) {
    return "forked from %s at event %d".formatted(origin.source(), origin.at());
  }

  private static String word(VerificationReport.Result status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  private static void fact(CliInvocation call, ConsolePrinter out, String name, String value) {
    if (!value.isEmpty()) {
      out.line("  ", call.style().dim(name + " ".repeat(8 - name.length())), value);
    }
  }
}
