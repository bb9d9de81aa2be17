package dev.drover.tools.file;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.change.Digesting;
import dev.drover.tools.change.FilesSeen;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.work.Arguments.Range;
import dev.drover.tools.work.WorkspaceTool;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Shows a file, or a part of it, with line numbers.
public final class ReadTool extends WorkspaceTool {
  /// Like git, and like grep: a zero byte near the beginning tells text from everything else.
  private static final int LOOKED_AT = 8 * 1024;

  private static final ToolSpec SPEC =
      new ToolSpec(
          "read",
          """
          Shows a text file with line numbers. A call shows at most 2,000 lines and 50 KiB; the \
          last line of the answer says how to continue.\
          """,
          """
          {"type":"object","properties":{\
          "path":{"type":"string","description":"relative to the workspace"},\
          "offset":{"type":"integer","minimum":1,"description":"first line to show"},\
          "limit":{"type":"integer","minimum":1,"maximum":2000,"description":"how many lines"}},\
          "required":["path"],"additionalProperties":false}\
          """,
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  public ReadTool() {
    super(SPEC);
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException {
    int offset = job.arguments().number("offset", new Range(1, Integer.MAX_VALUE), 1);
    int limit = job.arguments().number("limit", new Range(1, Excerpt.MAX_LINES), Excerpt.MAX_LINES);
    var place = job.workspace().place(job.arguments().text("path"));
    Lookup.mustBeFile(place);
    var seen = new Digesting(place.read());
    try (var bytes = new BufferedInputStream(seen, LOOKED_AT)) {
      mustBeText(bytes, place);
      var shown = new Excerpt(offset, limit).of(bytes);
      FilesSeen.of(job.call()).read(place, seen.digest());
      return shown;
    }
  }

  private static void mustBeText(InputStream bytes, Place place) throws Obstacle, IOException {
    bytes.mark(LOOKED_AT);
    for (byte b : bytes.readNBytes(LOOKED_AT)) {
      if (b == 0) {
        throw new Obstacle(
            "'%s' is binary (%d bytes), so it is not shown. Use a program that knows the format."
                .formatted(place.shown(), place.size()));
      }
    }
    bytes.reset();
  }
}
