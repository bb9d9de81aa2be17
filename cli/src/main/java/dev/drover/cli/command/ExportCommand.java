package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.EventBlobs;
import dev.drover.cli.runtime.JournalPages;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.query.SessionQueries;
import dev.drover.trace.TracePage.TraceSpan;
import dev.drover.watch.Cursor;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/// Prints a whole session as JSON lines, regardless of the output mode: its events as stored, and
/// before the first event that refers to a blob, that blob:
///
///     {"session":"s-1","type":"blob","blob":"9f86…","text":"…"}
///     {"session":"s-1","type":"blob","blob":"60f5…","base64":"…"}
///
/// The export can be read without the store. One blob at a time is held in memory, and the store
/// limits its size.
public final class ExportCommand implements CliCommand {
  private static final CommandOption TRACE =
      new CommandOption("--trace", "", "the duration of each span instead of the events");

  private static final int SPANS = 1_000;

  public ExportCommand() {}

  @Override
  public String name() {
    return "export";
  }

  @Override
  public String summary() {
    return "prints a whole session as JSON lines, with the content its events refer to";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("SESSION"), TRACE);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    try (var runtime = call.openReadOnly()) {
      var session = call.ids(runtime).session(call.arguments().word());
      if (call.arguments().has(TRACE)) {
        spans(call, runtime.queries(), session);
      } else {
        events(call, runtime, session);
      }
    }
    return ExitCode.COMPLETED;
  }

  private static void events(CliInvocation call, CliRuntime runtime, SessionId session) {
    var written = new HashSet<BlobId>();
    JournalPages.pages(
        runtime.queries(),
        Cursor.start(session),
        page -> {
          if (page.gap()) {
            call.warn("journal_trimmed: some events of this session are no longer kept.");
          }
          for (var item : page.items()) {
            var outside = EventBlobs.of(item.event());
            for (var text : outside.texts()) {
              if (written.add(text.blob())) {
                text(call, session, text.blob(), runtime.queries());
              }
            }
            for (var blob : outside.contents()) {
              if (written.add(blob)) {
                content(call, session, blob, runtime.queries());
              }
            }
            call.out().json(item.line().toString());
          }
        });
  }

  private static void spans(CliInvocation call, SessionQueries queries, SessionId session) {
    var page = queries.trace(Cursor.start(session), SPANS);
    print(call, session, page.spans());
    while (page.hasMore()) {
      page = queries.trace(page.next(), SPANS);
      print(call, session, page.spans());
    }
  }

  private static void print(CliInvocation call, SessionId session, List<TraceSpan> spans) {
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

  private static void text(
      CliInvocation call, SessionId session, BlobId blob, SessionQueries queries) {
    var content = queries.content(blob);
    if (content.isPresent()) {
      var text = new String(content.get(), StandardCharsets.UTF_8);
      print(call, session, blob, "text", text);
    } else {
      missing(call, blob);
    }
  }

  private static void missing(CliInvocation call, BlobId blob) {
    call.warn("blob_missing: the store does not have %s any more.".formatted(blob));
  }

  private static void content(
      CliInvocation call, SessionId session, BlobId blob, SessionQueries queries) {
    var content = queries.content(blob);
    if (content.isPresent()) {
      print(call, session, blob, "base64", Base64.getEncoder().encodeToString(content.get()));
    } else {
      missing(call, blob);
    }
  }

  private static void print(
      CliInvocation call, SessionId session, BlobId blob, String form, String content) {
    call.out()
        .json(
            new JsonLine()
                .with("session", session)
                .with("type", "blob")
                .with("blob", blob)
                .with(form, content));
  }
}
