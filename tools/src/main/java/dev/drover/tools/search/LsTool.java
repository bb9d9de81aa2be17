package dev.drover.tools.search;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.PrintableText;
import dev.drover.tools.call.WorkspaceTool;
import dev.drover.tools.search.tree.PathComparator;
import dev.drover.tools.search.tree.TreeFolder;
import dev.drover.tools.workspace.PathDiagnostics;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.TreeMap;

/// Lists the names in a folder.
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
              .formatted(SearchPage.PROPERTIES.formatted(ROWS)),
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  public LsTool() {
    super(SPEC);
  }

  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    return SearchScope.subjects(call);
  }

  @Override
  public String carryOut(CallContext context) throws ToolRefusal, IOException {
    var page = SearchPage.of(context.arguments(), ROWS);
    var place = SearchScope.of(context);
    PathDiagnostics.mustBeFolder(place);
    var listing = list(place, context.arguments().isSet("all"));
    if (listing.names().isEmpty()) {
      return listing.ignored() == 0
          ? "[the directory is empty]"
          : "[the directory has %d ignored names only; set all to see them]"
              .formatted(listing.ignored());
    }
    page.mustHaveRows(listing.names().size());
    var output = new SearchOutput();
    long shown =
        listing.names().entrySet().stream()
            .skip(page.offset() - 1L)
            .limit(page.limit())
            .takeWhile(name -> output.add(PrintableText.of(name.getKey()) + name.getValue() + "\n"))
            .count();
    var what =
        listing.ignored() == 0
            ? "names"
            : "names; %d ignored ones are shown with all".formatted(listing.ignored());
    return output.text() + page.ending(shown, listing.names().size(), what);
  }

  /// @param names each with its suffix
  /// @param ignored number of names left out because of ignore files
  private record Listing(TreeMap<String, String> names, int ignored) {}

  private static Listing list(WorkspacePath place, boolean all) throws IOException {
    var names = new TreeMap<String, String>(PathComparator.INSTANCE);
    int ignored = 0;
    try (var folder = TreeFolder.open(place)) {
      for (var name : folder.names()) {
        var text = name.toString();
        try {
          var attributes = folder.folder().attributes(name);
          if (TreeFolder.isStore(text)) {
            continue;
          }
          if (all || !folder.leavesOut(text, attributes.isDirectory())) {
            names.put(
                text, attributes.isDirectory() ? "/" : attributes.isSymbolicLink() ? "@" : "");
          } else {
            ignored++;
          }
        } catch (NoSuchFileException gone) {
          // Deleted since the folder was listed.
        }
      }
    }
    return new Listing(names, ignored);
  }
}
