package dev.drover.tools.file;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Media;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.change.Digesting;
import dev.drover.tools.change.FilesSeen;
import dev.drover.tools.change.Snapshot;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.work.Arguments;
import dev.drover.tools.work.Arguments.Range;
import dev.drover.tools.work.Printable;
import dev.drover.tools.work.WorkspaceTool;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Shows a file, or parts of several, with line numbers. Images and PDF are given as they are.
public final class ReadTool extends WorkspaceTool {
  static final int MAX_RANGES = 32;

  /// Like git, and like grep: a zero byte near the beginning tells text from everything else.
  private static final int LOOKED_AT = 8 * 1024;

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
  public String carryOut(Job job) throws Obstacle, IOException {
    return answer(job).text();
  }

  @Override
  public Answer answer(Job job) throws Obstacle, IOException {
    var arguments = job.arguments();
    if (!arguments.isGiven("ranges")) {
      return show(job, arguments, Excerpt.MAX_BYTES);
    }
    if (arguments.isGiven("path")) {
      throw new Obstacle("Give `path` or `ranges`, not both.");
    }
    return showAll(job, arguments.list("ranges", MAX_RANGES));
  }

  /// A part that cannot be shown says why, and the others are shown.
  private static Answer showAll(Job job, List<Arguments> ranges) throws Obstacle, IOException {
    var text = new ArrayList<String>();
    var media = new ArrayList<Media>();
    int room = Excerpt.MAX_BYTES;
    int failed = 0;
    for (var range : ranges) {
      var header = "== %s ==\n".formatted(Printable.of(range.text("path")));
      String part;
      try {
        var shown = show(job, range, room);
        part = header + shown.text();
        media.addAll(shown.media());
      } catch (Obstacle obstacle) {
        part = header + obstacle.text();
        failed++;
      }
      room = Math.max(0, room - part.getBytes(StandardCharsets.UTF_8).length);
      text.add(part);
    }
    if (failed == ranges.size()) {
      throw new Obstacle(String.join("\n", text));
    }
    return new Answer(String.join("\n", text), media);
  }

  private static Answer show(Job job, Arguments range, int room) throws Obstacle, IOException {
    int offset = range.number("offset", new Range(1, Integer.MAX_VALUE), 1);
    int limit = range.number("limit", new Range(1, Excerpt.MAX_LINES), Excerpt.MAX_LINES);
    var place = job.workspace().place(range.text("path"));
    Lookup.mustBeFile(place);
    var seen = Digesting.open(place);
    try (var bytes = new BufferedInputStream(seen, LOOKED_AT)) {
      bytes.mark(LOOKED_AT);
      var head = bytes.readNBytes(LOOKED_AT);
      bytes.reset();
      var type = MediaType.of(head);
      if (type.isPresent()) {
        return show(job, place, type.get(), bytes);
      }
      mustBeText(head, place);
      var shown = new Excerpt(offset, limit, room).of(bytes);
      FilesSeen.of(job.call()).read(place, seen.digest());
      return new Answer(shown, List.of());
    }
  }

  private static Answer show(Job job, Place place, MediaType type, InputStream stream)
      throws Obstacle, IOException {
    var content = stream.readNBytes(Snapshot.MAX_HELD + 1);
    if (content.length > Snapshot.MAX_HELD) {
      throw new Obstacle(
          "'%s' (%s) has %d bytes, more than %d MiB. Make it smaller with a program."
              .formatted(
                  place.shown(), type.type(), place.size(), Snapshot.MAX_HELD / 1024 / 1024));
    }
    var media = new Media(type.type(), job.call().changes().keep(content), content.length);
    return new Answer("[%s, %d bytes]".formatted(type.type(), content.length), List.of(media));
  }

  private static void mustBeText(byte[] head, Place place) throws Obstacle, IOException {
    for (byte b : head) {
      if (b == 0) {
        throw new Obstacle(
            "'%s' is binary (%d bytes), so it is not shown. Use a program that knows the format."
                .formatted(place.shown(), place.size()));
      }
    }
  }

  /// A call that cannot be understood has none, and fails.
  @Override
  public List<Subject> subjects(ToolInvocation call) {
    try {
      var job = Job.of(call);
      var arguments = job.arguments();
      var subjects = new ArrayList<Subject>();
      if (arguments.isGiven("path")) {
        subjects.add(job.workspace().subject(arguments.text("path")));
      }
      if (arguments.isGiven("ranges")) {
        for (var range : arguments.list("ranges", MAX_RANGES)) {
          subjects.add(job.workspace().subject(range.text("path")));
        }
      }
      return subjects;
    } catch (Obstacle | IOException _) {
      return List.of();
    }
  }
}
