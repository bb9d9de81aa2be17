package dev.drover.tools.search;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.PrintableText;
import dev.drover.tools.call.WorkspaceTool;
import dev.drover.tools.search.tree.TreeWalk;
import dev.drover.tools.workspace.PathDiagnostics;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;
import java.util.List;

/// Finds files by their names.
public final class GlobTool extends WorkspaceTool {
  private static final ToolSpec SPEC =
      new ToolSpec(
          "glob",
          """
          Finds files by name, sorted by path. Files that .gitignore names are left out. `*` and \
          `?` stay within a name, `**` is any number of directories, `[a-z]` one character, \
          `{a,b}` either. A pattern without '/' is about names at any depth (*.java), one with \
          '/' about paths (src/**/*.java). The last line of the answer says how to continue.\
          """,
          """
          {"type":"object","properties":{\
          "pattern":{"type":"string","description":"such as *.java or src/**/*.{ts,tsx}"},\
          "path":{"type":"string","description":"directory to search; '.' if not given"},\
          %s},"required":["pattern"],"additionalProperties":false}\
          """
              .formatted(SearchPage.PROPERTIES.formatted(SearchPage.ROWS)),
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  public GlobTool() {
    super(SPEC);
  }

  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    return SearchScope.subjects(call);
  }

  @Override
  public String carryOut(CallContext context)
      throws ToolRefusal, IOException, InterruptedException {
    var given = context.arguments().text("pattern");
    var glob = FileGlob.of(given);
    var page = SearchPage.of(context.arguments(), SearchPage.ROWS);
    var place = SearchScope.of(context);
    PathDiagnostics.mustBeFolder(place);
    int base = place.isRoot() ? 0 : place.relativePath().toString().length() + 1;
    var results = new SearchResults(page.last());
    var missed =
        new TreeWalk(
                () ->
                    file -> {
                      if (glob.matches(file.path(), base)) {
                        results.add(new SearchResults.Source(file.inside(), file.path()), 1, 0);
                      }
                    })
            .run(place);
    if (results.files() == 0) {
      return """
      [no file below %s matches '%s'; try a wider pattern such as **/*name*, or look with ls; \
      ignored files are shown by ls with all]\
      """
              .formatted(place.displayPath(), given)
          + missed.text();
    }
    page.mustHaveRows(results.rows());
    var output = new SearchOutput();
    long shown =
        results.first().stream()
            .skip(page.offset() - 1L)
            .limit(page.limit())
            .takeWhile(entry -> output.add(PrintableText.of(entry.path()) + "\n"))
            .count();
    return output.text() + page.ending(shown, results.rows(), "files") + missed.text();
  }
}
