package dev.drover.tools.search;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.search.tree.TreeWalk;
import dev.drover.tools.work.Printable;
import dev.drover.tools.work.WorkspaceTool;
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
              .formatted(Page.PROPERTIES.formatted(Page.ROWS)),
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  public GlobTool() {
    super(SPEC);
  }

  @Override
  public List<Subject> subjects(ToolInvocation call) {
    return Scope.subjects(call);
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException, InterruptedException {
    var given = job.arguments().text("pattern");
    var glob = FileGlob.of(given);
    var page = Page.of(job.arguments(), Page.ROWS);
    var place = Scope.of(job);
    Lookup.mustBeFolder(place);
    int base = place.isRoot() ? 0 : place.inside().toString().length() + 1;
    var tally = new Tally(page.last());
    var missed =
        new TreeWalk(
                () ->
                    file -> {
                      if (glob.matches(file.path(), base)) {
                        tally.add(new Tally.Source(file.inside(), file.path()), 1, 0);
                      }
                    })
            .run(place);
    if (tally.files() == 0) {
      return """
      [no file below %s matches '%s'; try a wider pattern such as **/*name*, or look with ls; \
      ignored files are shown by ls with all]\
      """
              .formatted(place.shown(), given)
          + missed.text();
    }
    page.mustHaveRows(tally.rows());
    var output = new Output();
    long shown =
        tally.first().stream()
            .skip(page.offset() - 1L)
            .limit(page.limit())
            .takeWhile(entry -> output.add(Printable.of(entry.path()) + "\n"))
            .count();
    return output.text() + page.ending(shown, tally.rows(), "files") + missed.text();
  }
}
