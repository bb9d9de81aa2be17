package dev.drover.tools.search;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.PrintableText;
import dev.drover.tools.call.WorkspaceTool;
import dev.drover.tools.workspace.PathDiagnostics;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.util.List;

/// Finds lines in files.
///
/// The whole tree is searched for each page, because the answer includes the total number of rows;
/// only the files of the page are read a second time to show their lines.
public final class GrepTool extends WorkspaceTool {
  private static final ToolSpec SPEC =
      new ToolSpec(
          "grep",
          """
          Searches the lines of files for a regular expression (Java's), sorted by path. Files \
          that .gitignore names, binary files, and files that may not be read are left out. The last line of the answer says \
          how to continue.\
          """,
          """
          {"type":"object","properties":{\
          "pattern":{"type":"string","description":"regular expression, matched within a line"},\
          "path":{"type":"string","description":"file or directory; '.' if not given"},\
          "glob":{"type":"string","description":"only files like this, such as *.java"},\
          "mode":{"enum":["content","files","count"],"description":"content (if not given) shows \
          lines, files only paths, count the number of lines in each file"},\
          "context":{"type":"integer","minimum":0,"maximum":20,"description":"lines to show before \
          and after each"},\
          "ignoreCase":{"type":"boolean"},\
          "literal":{"type":"boolean","description":"the pattern is plain text"},\
          %s},"required":["pattern"],"additionalProperties":false}\
          """
              .formatted(SearchPage.PROPERTIES.formatted(SearchPage.ROWS)),
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  public GrepTool() {
    super(SPEC);
  }

  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    return SearchScope.subjects(call);
  }

  @Override
  public String carryOut(CallContext context)
      throws ToolRefusal, IOException, InterruptedException {
    var query = GrepQuery.of(context.arguments());
    var page = SearchPage.of(context.arguments(), SearchPage.ROWS);
    var place = SearchScope.of(context);
    var access = context.call().files();
    MatchingLineCounter.Found found;
    if (place.kind() == WorkspacePath.Kind.FILE) {
      found = MatchingLineCounter.ofFile(query, place, page.last(), access);
    } else {
      PathDiagnostics.mustBeFolder(place);
      found = MatchingLineCounter.below(query, place, page.last(), access);
    }
    found.results().first().forEach(file -> access.recordShown(file.path()));
    return answer(query, page, place, found);
  }

  private static String answer(
      GrepQuery query, SearchPage page, WorkspacePath place, MatchingLineCounter.Found found)
      throws ToolRefusal, IOException, InterruptedException {
    var results = found.results();
    if (results.files() == 0) {
      return nothing(query, place, found) + found.left();
    }
    page.mustHaveRows(results.rows());
    var rows =
        switch (query.mode()) {
          case CONTENT -> new GrepPage(query, place.root()).show(results.first(), page);
          case FILES, COUNT -> files(query, results, page);
        };
    var what =
        query.mode() == GrepQuery.Mode.CONTENT
            ? "matching lines in %s"
                .formatted(results.files() == 1 ? "1 file" : results.files() + " files")
            : "files with matches";
    return rows.text() + page.ending(rows.count(), results.rows(), what) + found.left();
  }

  private static GrepPage.Rows files(GrepQuery query, SearchResults results, SearchPage page) {
    var output = new SearchOutput();
    long shown =
        results.first().stream()
            .skip(page.offset() - 1L)
            .limit(page.limit())
            .takeWhile(entry -> output.add(row(query, entry)))
            .count();
    return new GrepPage.Rows(output.text(), shown);
  }

  private static String row(GrepQuery query, SearchResults.Entry entry) {
    var path = PrintableText.of(entry.path());
    return query.mode() == GrepQuery.Mode.COUNT
        ? "%s: %d\n".formatted(path, entry.lines())
        : path + "\n";
  }

  private static String nothing(
      GrepQuery query, WorkspacePath place, MatchingLineCounter.Found found) {
    if (found.searched() == 0 && !found.denied().hasAny()) {
      return query.glob() == null
          ? "[there is no file to search in %s; look with ls]".formatted(place.displayPath())
          : "[no file in %s is like the glob; try a wider one, or look with glob]"
              .formatted(place.displayPath());
    }
    return """
    [no line matches in the %d files searched in %s; try ignoreCase, a shorter pattern, or \
    another path; ignored and binary files were left out]\
    """
        .formatted(found.searched(), place.displayPath());
  }
}
