package dev.drover.tools.file;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.place.Temporary;
import dev.drover.tools.work.Arguments;
import dev.drover.tools.work.WorkspaceTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/// Puts a file in place, whole. Twice is the same as once, so a recovery just writes again.
public final class WriteTool extends WorkspaceTool {
  private static final int PREVIEW_LINES = 40;
  private static final int PREVIEW_LINE_CHARS = 200;

  private static final ToolSpec SPEC =
      new ToolSpec(
          "write",
          """
          Writes a file, and the directories above it if they are missing. An existing file is \
          replaced; to change a part of one use edit.\
          """,
          """
          {"type":"object","properties":{\
          "path":{"type":"string","description":"relative to the workspace"},\
          "content":{"type":"string","description":"the whole file"}},\
          "required":["path","content"],"additionalProperties":false}\
          """,
          new CallTerms(
              EffectClass.IDEMPOTENT, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.IN_ORDER));

  public WriteTool() {
    super(SPEC);
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException {
    var content = job.arguments().text("content");
    var place = job.workspace().place(job.arguments().text("path"));
    Lookup.mayBecomeFile(place);
    var deed = place.kind() == Place.Kind.MISSING ? "Created" : "Replaced";
    var temporary = Temporary.of(job.call());
    place.makeParents(temporary.folder());
    place.replace(content.getBytes(StandardCharsets.UTF_8), temporary.file(0));
    return "%s '%s' (%s).".formatted(deed, place.shown(), size(content));
  }

  @Override
  public String preview(ToolInvocation call) {
    try {
      var arguments = Arguments.of(call);
      var content = arguments.text("content");
      long lines = content.lines().count();
      var head =
          content
              .lines()
              .limit(PREVIEW_LINES)
              .map(line -> Diff.cut(line, PREVIEW_LINE_CHARS))
              .collect(Collectors.joining("\n"));
      var rest = lines > PREVIEW_LINES ? "\n… %d more lines".formatted(lines - PREVIEW_LINES) : "";
      return "%s (%s)\n%s%s".formatted(arguments.text("path"), size(content), head, rest);
    } catch (Obstacle unreadable) {
      return call.arguments();
    }
  }

  private static String size(String content) {
    return "%d lines, %d bytes"
        .formatted(content.lines().count(), content.getBytes(StandardCharsets.UTF_8).length);
  }
}
