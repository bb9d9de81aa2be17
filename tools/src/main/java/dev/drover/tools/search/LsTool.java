package dev.drover.tools.search;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.search.tree.Branch;
import dev.drover.tools.search.tree.PathOrder;
import dev.drover.tools.work.Printable;
import dev.drover.tools.work.WorkspaceTool;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.TreeMap;

/// Names what is in a folder.
public final class LsTool extends WorkspaceTool {
  static final int ROWS = 500;

  private static final ToolSpec SPEC =
      new ToolSpec(
          "ls",
          """
          Names the files of a directory, sorted; directories end in '/', links in '@'. Files that \
          .gitignore names are left out, unless all is set. The last line of the answer says how \
          to continue.\
          """,
          """
          {"type":"object","properties":{\
          "path":{"type":"string","description":"relative to the workspace; '.' if not given"},\
          "all":{"type":"boolean","description":"also show ignored files"},\
          %s},"additionalProperties":false}\
          """
              .formatted(Page.PROPERTIES.formatted(ROWS)),
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  public LsTool() {
    super(SPEC);
  }

  @Override
  public List<Subject> subjects(ToolInvocation call) {
    return Scope.subjects(call);
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException {
    var page = Page.of(job.arguments(), ROWS);
    var place = Scope.of(job);
    Lookup.mustBeFolder(place);
    var listing = list(place, job.arguments().isSet("all"));
    if (listing.names().isEmpty()) {
      return listing.ignored() == 0
          ? "[the directory is empty]"
          : "[the directory has %d ignored names only; set all to see them]"
              .formatted(listing.ignored());
    }
    page.mustHaveRows(listing.names().size());
    var output = new Output();
    long shown =
        listing.names().entrySet().stream()
            .skip(page.offset() - 1L)
            .limit(page.limit())
            .takeWhile(name -> output.add(Printable.of(name.getKey()) + name.getValue() + "\n"))
            .count();
    var what =
        listing.ignored() == 0
            ? "names"
            : "names; %d ignored ones are shown with all".formatted(listing.ignored());
    return output.text() + page.ending(shown, listing.names().size(), what);
  }

  /// @param names each with its mark
  /// @param ignored how many names were left out because an ignore file says so
  private record Listing(TreeMap<String, String> names, int ignored) {}

  private static Listing list(Place place, boolean all) throws IOException {
    var names = new TreeMap<String, String>(PathOrder.INSTANCE);
    int ignored = 0;
    try (var branch = Branch.open(place)) {
      for (var name : branch.names()) {
        var text = name.toString();
        try {
          var attributes = branch.folder().attributes(name);
          if (Branch.isStore(text)) {
            continue;
          }
          if (all || !branch.leavesOut(text, attributes.isDirectory())) {
            names.put(
                text, attributes.isDirectory() ? "/" : attributes.isSymbolicLink() ? "@" : "");
          } else {
            ignored++;
          }
        } catch (NoSuchFileException gone) {
          // Removed since the folder was listed.
        }
      }
    }
    return new Listing(names, ignored);
  }
}
