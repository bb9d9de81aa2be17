package dev.drover.tools.search;

import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.search.tree.Branch;
import dev.drover.tools.work.WorkspaceTool.Job;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/// Where in the workspace a call searches.
final class Scope {
  private static final String PATH = "path";
  private static final String ROOT = ".";

  private Scope() {}

  static Place of(Job job) throws Obstacle, IOException {
    var place = job.workspace().place(job.arguments().text(PATH, ROOT));
    for (var name : place.inside()) {
      if (Branch.isStore(name.toString())) {
        throw new Obstacle(
            "'%s' holds the records of the runtime itself, which are not searched. Search elsewhere."
                .formatted(place.shown()));
      }
    }
    return place;
  }

  /// What rules may name: the path searched, with all links followed.
  static List<Subject> subjects(ToolInvocation call) {
    try {
      var job = Job.of(call);
      var given = job.arguments().text(PATH, ROOT);
      try {
        return List.of(
            new Subject.File(withSlashes(Path.of(job.workspace().place(given).shown()))));
      } catch (Obstacle outside) {
        // It will be refused; until then a rule may still name it.
        return List.of(
            new Subject.File(withSlashes(job.workspace().root().resolve(given).normalize())));
      }
    } catch (Obstacle | IOException | InvalidPathException unusable) {
      return List.of();
    }
  }

  private static String withSlashes(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }
}
