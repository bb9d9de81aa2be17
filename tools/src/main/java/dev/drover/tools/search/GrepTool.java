package dev.drover.tools.search;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.work.Printable;
import dev.drover.tools.work.WorkspaceTool;
import java.io.IOException;
import java.util.List;

/// Finds lines in files.
///
/// The whole tree is searched for each page, because the answer says how many rows there are; only
/// the files of the page are read a second time, for their lines.
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
              .formatted(Page.PROPERTIES.formatted(Page.ROWS)),
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  public GrepTool() {
    super(SPEC);
  }

  @Override
  public List<Subject> subjects(ToolInvocation call) {
    return Scope.subjects(call);
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException, InterruptedException {
    var query = Query.of(job.arguments());
    var page = Page.of(job.arguments(), Page.ROWS);
    var place = Scope.of(job);
    var access = job.call().files();
    FileSearch.Found found;
    if (place.kind() == Place.Kind.FILE) {
      found = FileSearch.ofFile(query, place, page.last(), access);
    } else {
      Lookup.mustBeFolder(place);
      found = FileSearch.below(query, place, page.last(), access);
    }
    found.tally().first().forEach(file -> access.shown(file.path()));
    return answer(query, page, place, found);
  }

  private static String answer(Query query, Page page, Place place, FileSearch.Found found)
      throws Obstacle, IOException, InterruptedException {
    var tally = found.tally();
    if (tally.files() == 0) {
      return nothing(query, place, found) + found.left();
    }
    page.mustHaveRows(tally.rows());
    var rows =
        switch (query.mode()) {
          case CONTENT -> new MatchingLines(query, place.root()).show(tally.first(), page);
          case FILES, COUNT -> files(query, tally, page);
        };
    var what =
        query.mode() == Query.Mode.CONTENT
            ? "matching lines in %s"
                .formatted(tally.files() == 1 ? "1 file" : tally.files() + " files")
            : "files with matches";
    return rows.text() + page.ending(rows.count(), tally.rows(), what) + found.left();
  }

  private static MatchingLines.Rows files(Query query, Tally tally, Page page) {
    var output = new Output();
    long shown =
        tally.first().stream()
            .skip(page.offset() - 1L)
            .limit(page.limit())
            .takeWhile(entry -> output.add(row(query, entry)))
            .count();
    return new MatchingLines.Rows(output.text(), shown);
  }

  private static String row(Query query, Tally.Entry entry) {
    var path = Printable.of(entry.path());
    return query.mode() == Query.Mode.COUNT
        ? "%s: %d\n".formatted(path, entry.lines())
        : path + "\n";
  }

  private static String nothing(Query query, Place place, FileSearch.Found found) {
    if (found.searched() == 0 && !found.withheld().isAnything()) {
      return query.glob() == null
          ? "[there is no file to search in %s; look with ls]".formatted(place.shown())
          : "[no file in %s is like the glob; try a wider one, or look with glob]"
              .formatted(place.shown());
    }
    return """
    [no line matches in the %d files searched in %s; try ignoreCase, a shorter pattern, or \
    another path; ignored and binary files were left out]\
    """
        .formatted(found.searched(), place.shown());
  }
}
