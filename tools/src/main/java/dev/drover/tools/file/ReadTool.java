package dev.drover.tools.file;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Media;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.CallArguments;
import dev.drover.tools.call.CallArguments.Range;
import dev.drover.tools.call.PrintableText;
import dev.drover.tools.call.WorkspaceTool;
import dev.drover.tools.change.BoundedDigestStream;
import dev.drover.tools.change.FileSnapshot;
import dev.drover.tools.change.LastSeenFiles;
import dev.drover.tools.workspace.PathDiagnostics;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Shows a file, or parts of several, with line numbers. Images and PDF files are returned
/// unchanged.
public final class ReadTool extends WorkspaceTool {
  static final int MAX_RANGES = 32;

  /// As in git and grep, a zero byte near the beginning marks content as binary.
  private static final int BINARY_CHECK_BYTES = 8 * 1024;

  private static final ToolSpec SPEC =
      new ToolSpec(
          "read",
          """
          Shows a text file with line numbers, or an image or PDF. Give `path`, or `ranges` to \
          see up to 32 parts of files at once. A call shows at most 2,000 lines of a file and 50 \
          KiB; the last line of each part says how to continue.\
          """,
          """
          {"type":"object","properties":{\
          "path":{"type":"string","description":"relative to the workspace"},\
          "offset":{"type":"integer","minimum":1,"description":"first line to show"},\
          "limit":{"type":"integer","minimum":1,"maximum":2000,"description":"how many lines"},\
          "ranges":{"type":"array","minItems":1,"maxItems":32,"description":"instead of path",\
          "items":{"type":"object","properties":{\
          "path":{"type":"string"},\
          "offset":{"type":"integer","minimum":1},\
          "limit":{"type":"integer","minimum":1,"maximum":2000}},\
          "required":["path"],"additionalProperties":false}}},\
          "additionalProperties":false}\
          """,
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  public ReadTool() {
    super(SPEC);
  }

  @Override
  public String carryOut(CallContext context) throws ToolRefusal, IOException {
    return answer(context).text();
  }

  @Override
  public Answer answer(CallContext context) throws ToolRefusal, IOException {
    var arguments = context.arguments();
    if (!arguments.isGiven("ranges")) {
      return show(context, arguments, FileExcerpt.MAX_BYTES);
    }
    if (arguments.isGiven("path")) {
      throw new ToolRefusal("Give `path` or `ranges`, not both.");
    }
    return showAll(context, arguments.list("ranges", MAX_RANGES));
  }

  /// A part that cannot be shown is replaced by the reason; the others are shown.
  private static Answer showAll(CallContext context, List<CallArguments> ranges)
      throws ToolRefusal, IOException {
    var text = new ArrayList<String>();
    var media = new ArrayList<Media>();
    int maxBytes = FileExcerpt.MAX_BYTES;
    int failed = 0;
    for (var range : ranges) {
      var header = "== %s ==\n".formatted(PrintableText.of(range.text("path")));
      String part;
      try {
        var shown = show(context, range, maxBytes);
        part = header + shown.text();
        media.addAll(shown.media());
      } catch (ToolRefusal refusal) {
        part = header + refusal.text();
        failed++;
      }
      maxBytes = Math.max(0, maxBytes - part.getBytes(StandardCharsets.UTF_8).length);
      text.add(part);
    }
    if (failed == ranges.size()) {
      throw new ToolRefusal(String.join("\n", text));
    }
    return new Answer(String.join("\n", text), media);
  }

  private static Answer show(CallContext context, CallArguments range, int maxBytes)
      throws ToolRefusal, IOException {
    int offset = range.number("offset", new Range(1, Integer.MAX_VALUE), 1);
    int limit = range.number("limit", new Range(1, FileExcerpt.MAX_LINES), FileExcerpt.MAX_LINES);
    var place = context.workspace().resolve(range.text("path"));
    PathDiagnostics.mustBeFile(place);
    var seen = BoundedDigestStream.open(place);
    try (var bytes = new BufferedInputStream(seen, BINARY_CHECK_BYTES)) {
      bytes.mark(BINARY_CHECK_BYTES);
      var head = bytes.readNBytes(BINARY_CHECK_BYTES);
      bytes.reset();
      var type = MediaType.of(head);
      if (type.isPresent()) {
        return show(context, place, type.get(), bytes);
      }
      mustBeText(head, place);
      var shown = new FileExcerpt(offset, limit, maxBytes).of(bytes);
      LastSeenFiles.of(context.call()).read(place, seen.digest());
      return new Answer(shown, List.of());
    }
  }

  private static Answer show(
      CallContext context, WorkspacePath place, MediaType type, InputStream stream)
      throws ToolRefusal, IOException {
    var content = stream.readNBytes(FileSnapshot.MAX_HELD + 1);
    if (content.length > FileSnapshot.MAX_HELD) {
      throw new ToolRefusal(
          "'%s' (%s) has %d bytes, more than %d MiB. Make it smaller with a program."
              .formatted(
                  place.displayPath(),
                  type.type(),
                  place.size(),
                  FileSnapshot.MAX_HELD / 1024 / 1024));
    }
    var media = new Media(type.type(), context.call().changes().store(content), content.length);
    return new Answer("[%s, %d bytes]".formatted(type.type(), content.length), List.of(media));
  }

  private static void mustBeText(byte[] head, WorkspacePath place) throws ToolRefusal, IOException {
    for (byte b : head) {
      if (b == 0) {
        throw new ToolRefusal(
            "'%s' is binary (%d bytes), so it is not shown. Use a program that knows the format."
                .formatted(place.displayPath(), place.size()));
      }
    }
  }

  /// A call with invalid arguments has no subjects, and fails.
  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    try {
      var context = CallContext.of(call);
      var arguments = context.arguments();
      var subjects = new ArrayList<CallSubject>();
      if (arguments.isGiven("path")) {
        subjects.add(context.workspace().subject(arguments.text("path")));
      }
      if (arguments.isGiven("ranges")) {
        for (var range : arguments.list("ranges", MAX_RANGES)) {
          subjects.add(context.workspace().subject(range.text("path")));
        }
      }
      return subjects;
    } catch (ToolRefusal | IOException _) {
      return List.of();
    }
  }
}
