package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.work.Journals;
import dev.drover.cli.work.StoredTexts;
import dev.drover.kernel.BlobId;
import dev.drover.runtime.watch.Cursor;
import java.util.HashSet;

/// Prints a whole session as JSON lines, in every view: its events as they are on the disk, and
/// before the first event that names a text kept outside the journal, that text:
///
///     {"session":"s-1","type":"blob","blob":"9f86…","text":"…"}
///
/// So what is printed needs no store to be read.
public final class ExportCommand implements Command {
  public ExportCommand() {}

  @Override
  public String name() {
    return "export";
  }

  @Override
  public String summary() {
    return "prints a whole session as JSON lines, large texts included";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("SESSION"));
  }

  @Override
  public ExitCode run(Call call) {
    var session = call.session(call.arguments().word());
    var written = new HashSet<BlobId>();
    try (var bench = call.existing()) {
      Journals.pages(
          bench.archive(),
          Cursor.start(session),
          page -> {
            if (page.gap()) {
              call.err().line("journal_trimmed: some events of this session are no longer kept.");
            }
            for (var item : page.items()) {
              for (var text : StoredTexts.of(item.event())) {
                if (written.add(text.blob())) {
                  call.out()
                      .line(
                          new JsonLine()
                              .with("session", session)
                              .with("type", "blob")
                              .with("blob", text.blob())
                              .with("text", bench.archive().read(text))
                              .toString());
                }
              }
              call.out().line(item.line().toString());
            }
          });
    }
    return ExitCode.COMPLETED;
  }
}
