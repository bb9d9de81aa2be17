package dev.drover.tools.search;

import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.work.WorkspaceTool.Job;
import java.io.IOException;
import java.util.List;

/// Where in the workspace a call searches.
final class Scope {
  private static final String PATH = "path";
  private static final String ROOT = ".";

  private Scope() {}

  static Place of(Job job) throws Obstacle, IOException {
    return job.workspace().place(job.arguments().text(PATH, ROOT));
  }

  /// What rules may name: the path searched, with all links followed.
  static List<Subject> subjects(ToolInvocation call) {
    try {
      var job = Job.of(call);
      return List.of(job.workspace().subject(job.arguments().text(PATH, ROOT)));
    } catch (Obstacle | IOException unusable) {
      return List.of();
    }
  }
}
