package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.Wording;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.runtime.Archive;
import dev.drover.spi.store.Answering;
import dev.drover.spi.store.Catalog.ApprovalRow;

/// Lists what people are asked and nobody has answered: the call, what it would do, why somebody is
/// asked, who may answer and until when.
public final class ApprovalsCommand implements Command {
  /// Lines of a preview that are shown to people; a program gets all.
  private static final int PREVIEW_LINES = 40;

  private static final int FACT_WIDTH = 13;

  public ApprovalsCommand() {}

  @Override
  public String name() {
    return "approvals";
  }

  @Override
  public String summary() {
    return "lists the questions that wait for a person";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.NO_WORDS);
  }

  @Override
  public ExitCode run(Call call) {
    var found = Bench.find(call.settings(), call.host().time(), Purpose.LOOK);
    boolean nobody = true;
    if (found.isPresent()) {
      try (var bench = found.get()) {
        for (var row : bench.archive().approvals()) {
          nobody = false;
          switch (call.view()) {
            case JSON -> call.out().line(json(row, bench.archive()));
            case READABLE, QUIET -> print(call, row, bench.archive());
          }
        }
      }
    }
    if (nobody && call.view() == View.READABLE) {
      call.out().line("Nobody is being asked anything.");
    }
    return ExitCode.COMPLETED;
  }

  private static String json(ApprovalRow row, Archive archive) {
    return new JsonLine()
        .with("approval", row.id())
        .with("run", row.run())
        .with("asked", row.askedAt())
        .with("tool", row.tool())
        .with("arguments", archive.read(row.call().arguments()))
        .with("grant", row.grant())
        .with("why", row.why())
        .with("answerers", row.answering().names())
        .with("until", row.answering().until())
        .with("preview", archive.read(row.preview()))
        .toString();
  }

  private static void print(Call call, ApprovalRow row, Archive archive) {
    var look = call.look();
    call.out().line(look.bold("approval " + row.id()) + " " + row.tool());
    fact(call, "asked", "%s by run %s".formatted(Wording.date(row.askedAt()), row.run()));
    fact(call, "why", row.why());
    fact(call, "arguments", brief(call, archive.read(row.call().arguments())));
    fact(call, "answer", answering(row.answering()));
    fact(call, "grant", row.grant());
    var lines = archive.read(row.preview()).lines().toList();
    lines.stream().limit(PREVIEW_LINES).forEach(line -> call.out().line("    " + seen(call, line)));
    if (lines.size() > PREVIEW_LINES) {
      call.out()
          .line(
              look.dim(
                  "    (%d more lines; --json shows all)".formatted(lines.size() - PREVIEW_LINES)));
    }
  }

  private static String answering(Answering answering) {
    var who = answering.names().isEmpty() ? "anybody" : String.join(", ", answering.names());
    var until = answering.until();
    return until == null
        ? who + ", for as long as it takes"
        : "%s, until %s".formatted(who, Wording.date(until));
  }

  private static String brief(Call call, String text) {
    return Wording.brief(text, call.look().width() - FACT_WIDTH, call.look().signs());
  }

  private static String seen(Call call, String line) {
    return Wording.clipped(Wording.seen(line), call.look().width() - 4, call.look().signs());
  }

  private static void fact(Call call, String name, String value) {
    if (!value.isEmpty()) {
      var label = name + " ".repeat(FACT_WIDTH - 2 - name.length());
      call.out().line("  " + call.look().dim(label) + Wording.seen(value));
    }
  }
}
