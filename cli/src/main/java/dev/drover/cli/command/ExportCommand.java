package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Journals;
import dev.drover.cli.work.KeptOutside;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Archive;
import dev.drover.runtime.trace.TraceSpan;
import dev.drover.runtime.watch.Cursor;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/// Prints a whole session as JSON lines, in every view: its events as they are on the disk, and
/// before the first event that names something kept outside the journal, that:
///
///     {"session":"s-1","type":"blob","blob":"9f86…","text":"…"}
///     {"session":"s-1","type":"blob","blob":"60f5…","base64":"…"}
///
/// So what is printed needs no store to be read. One of them is held in memory at a time, and none
/// is larger than the store takes.
public final class ExportCommand implements Command {
  private static final Option TRACE =
      new Option("--trace", "", "what took how long, span by span, instead of the events");

  private static final int SPANS = 1_000;

  public ExportCommand() {}

  @Override
  public String name() {
    return "export";
  }

  @Override
  public String summary() {
    return "prints a whole session as JSON lines, with all that its events name";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("SESSION"), TRACE);
  }

  @Override
  public ExitCode run(Call call) {
    var session = call.session(call.arguments().word());
    try (var bench = call.readOnly()) {
      if (call.arguments().has(TRACE)) {
        spans(call, bench.archive(), session);
      } else {
        events(call, bench, session);
      }
    }
    return ExitCode.COMPLETED;
  }

  private static void events(Call call, Bench bench, SessionId session) {
    var written = new HashSet<BlobId>();
    Journals.pages(
        bench.archive(),
        Cursor.start(session),
        page -> {
          if (page.gap()) {
            call.warn("journal_trimmed: some events of this session are no longer kept.");
          }
          for (var item : page.items()) {
            var outside = KeptOutside.of(item.event());
            for (var text : outside.texts()) {
              if (written.add(text.blob())) {
                text(call, session, text.blob(), bench.archive());
              }
            }
            for (var blob : outside.contents()) {
              if (written.add(blob)) {
                content(call, session, blob, bench.archive());
              }
            }
            call.out().json(item.line().toString());
          }
        });
  }

  private static void spans(Call call, Archive archive, SessionId session) {
    var page = archive.trace(Cursor.start(session), SPANS);
    print(call, session, page.spans());
    while (page.hasMore()) {
      page = archive.trace(page.next(), SPANS);
      print(call, session, page.spans());
    }
  }

  private static void print(Call call, SessionId session, List<TraceSpan> spans) {
    for (var span : spans) {
      var attributes = new JsonLine();
      span.attributes().forEach(attributes::with);
      call.out()
          .json(
              new JsonLine()
                  .with("session", session)
                  .with("span", span.id())
                  .with("parent", span.parent())
                  .with("kind", span.kind().name().toLowerCase(Locale.ROOT))
                  .with("name", span.name())
                  .with("start", span.start())
                  .with("end", span.end())
                  .with("status", span.status().name().toLowerCase(Locale.ROOT))
                  .with("attributes", attributes));
    }
  }

  private static void text(Call call, SessionId session, BlobId blob, Archive archive) {
    var content = archive.content(blob);
    if (content.isPresent()) {
      var text = new String(content.get(), StandardCharsets.UTF_8);
      print(call, session, blob, "text", text);
    } else {
      missing(call, blob);
    }
  }

  private static void missing(Call call, BlobId blob) {
    call.warn("blob_missing: the store does not have %s any more.".formatted(blob));
  }

  private static void content(Call call, SessionId session, BlobId blob, Archive archive) {
    var content = archive.content(blob);
    if (content.isPresent()) {
      print(call, session, blob, "base64", Base64.getEncoder().encodeToString(content.get()));
    } else {
      missing(call, blob);
    }
  }

  private static void print(
      Call call, SessionId session, BlobId blob, String form, String content) {
    call.out()
        .json(
            new JsonLine()
                .with("session", session)
                .with("type", "blob")
                .with("blob", blob)
                .with(form, content));
  }
}
