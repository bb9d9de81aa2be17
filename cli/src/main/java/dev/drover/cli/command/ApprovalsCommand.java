package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.QuestionView;
import dev.drover.cli.screen.Wording;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.runtime.Archive;
import dev.drover.spi.store.Answering;
import dev.drover.spi.store.Catalog.ApprovalRow;

/// Lists what people are asked and nobody has answered: the call, what it would do, why somebody is
/// asked, who may answer and until when.
public final class ApprovalsCommand implements Command {
  private static final Option FULL = new Option("--full", "", "all of it, however long it is");
  private static final String MARGIN = "    ";

  private static final int FACT_WIDTH = 13;
  private static final int LONGEST_FACT = 1_000;

  public ApprovalsCommand() {}

  @Override
  public String name() {
    return "approvals";
  }

  @Override
  public String summary() {
    return "lists the questions that wait for a person, or shows one";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.oneOrNone("ID"), FULL);
  }

  @Override
  public ExitCode run(Call call) {
    var words = call.arguments().words();
    var only = words.isEmpty() ? null : call.approval(words.getFirst());
    boolean isEmpty = true;
    var found = Bench.find(call.settings(), call.host().time(), Purpose.LOOK);
    if (found.isPresent()) {
      try (var bench = found.get()) {
        for (var row : bench.archive().approvals()) {
          if (only == null || only.equals(row.id())) {
            isEmpty = false;
            show(call, row, bench.archive());
          }
        }
        if (isEmpty && only != null) {
          throw Answers.notOpen(bench, only);
        }
      }
    }
    if (isEmpty && call.view() == View.READABLE) {
      call.out().line("Nobody is being asked anything.");
    }
    return ExitCode.COMPLETED;
  }

  private static void show(Call call, ApprovalRow row, Archive archive) {
    switch (call.view()) {
      case JSON -> call.out().json(json(row, archive));
      case READABLE, QUIET -> print(call, row, archive);
    }
  }

  private static JsonLine json(ApprovalRow row, Archive archive) {
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
        .with("preview", archive.read(row.preview()));
  }

  private static void print(Call call, ApprovalRow row, Archive archive) {
    var look = call.look();
    var arguments = archive.read(row.call().arguments());
    boolean full = call.arguments().has(FULL);
    call.out().line(look.bold("approval " + row.id()), " " + row.tool());
    fact(call, "asked", "%s by run %s".formatted(Wording.date(row.askedAt()), row.run()));
    fact(call, "why", row.why());
    fact(call, "arguments", full ? arguments : Wording.shortened(arguments, LONGEST_FACT));
    fact(call, "answer", answering(row.answering()));
    fact(call, "grant", full ? row.grant() : Wording.shortened(row.grant(), LONGEST_FACT));
    var preview = archive.read(row.preview()).stripTrailing();
    var view = new QuestionView(call.out(), look);
    if (full) {
      view.whole(row.tool(), preview, MARGIN);
    } else {
      view.brief(
          row.tool(), preview, MARGIN, "drover approvals %s --full shows all".formatted(row.id()));
    }
  }

  private static String answering(Answering answering) {
    var who = answering.names().isEmpty() ? "anybody" : String.join(", ", answering.names());
    var until = answering.until();
    return until == null
        ? who + ", for as long as it takes"
        : "%s, until %s".formatted(who, Wording.date(until));
  }

  private static void fact(Call call, String name, String value) {
    if (!value.isEmpty()) {
      var label = name + " ".repeat(FACT_WIDTH - 2 - name.length());
      call.out().line("  ", call.look().dim(label), value);
    }
  }
}
