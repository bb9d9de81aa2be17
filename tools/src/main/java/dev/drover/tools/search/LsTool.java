package dev.drover.tools.search;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.work.Printable;
import dev.drover.tools.work.WorkspaceTool;
import java.io.IOException;

/// Names what is in a folder.
public final class LsTool extends WorkspaceTool {
  static final int MAX_NAMES = 500;

  private static final ToolSpec SPEC =
      new ToolSpec(
          "ls",
          """
          Names the files of a directory, sorted; directories end in '/', links in '@'. Shows at \
          most 500 names.\
          """,
          """
          {"type":"object","properties":{\
          "path":{"type":"string","description":"relative to the workspace; '.' if not given"}},\
          "additionalProperties":false}\
          """,
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  public LsTool() {
    super(SPEC);
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException {
    var place = job.workspace().place(job.arguments().text("path", "."));
    Lookup.mustBeFolder(place);
    var listing = place.list(MAX_NAMES);
    if (listing.total() == 0) {
      return "[the directory is empty]";
    }
    var names = new StringBuilder();
    for (var entry : listing.first()) {
      names.append(Printable.of(entry.name())).append(mark(entry.kind())).append('\n');
    }
    int more = listing.total() - listing.first().size();
    if (more > 0) {
      names.append(
          "[%d more of %d names; list a directory below, or search for a name]"
              .formatted(more, listing.total()));
    }
    return names.toString();
  }

  private static String mark(Place.Kind kind) {
    return switch (kind) {
      case FOLDER -> "/";
      case LINK -> "@";
      case FILE, SPECIAL, MISSING -> "";
    };
  }
}
