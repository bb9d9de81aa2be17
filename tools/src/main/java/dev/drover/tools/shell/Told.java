package dev.drover.tools.shell;

import dev.drover.spi.tool.Artifacts;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.shell.RunningCommand.Background;
import dev.drover.tools.shell.RunningCommand.Ending;
import dev.drover.tools.work.WorkspaceTool.Job;
import java.io.IOException;

/// What the model is told of a command: what it printed, and how it stands with it.
final class Told {
  private Told() {}

  /// Tells how a process ended, which is forgotten with this.
  ///
  /// @throws Obstacle if it did not come to its own end
  static String ended(ShellProcess process, Ending ending, Job job) throws Obstacle, IOException {
    return ended(ending, printedToTheEnd(process, job));
  }

  /// What a process printed last, which is forgotten with this. If something was left out, now or
  /// before, the whole is kept where the model can read it.
  static String printedToTheEnd(ShellProcess process, Job job) throws IOException {
    try {
      var excerpt = process.take();
      if (!process.wasCut() || excerpt.isBinary()) {
        return printed(excerpt, "");
      }
      var hint = keep(process.output(), job.call().artifacts());
      return excerpt.isCut()
          ? printed(excerpt, "; " + hint)
          : printed(excerpt, "") + "[some of it was left out before; %s]\n".formatted(hint);
    } finally {
      BashTool.processes(job).forget(process);
    }
  }

  /// @param printed what it printed
  /// @throws Obstacle if it did not come to its own end
  static String ended(Ending ending, String printed) throws Obstacle {
    return switch (ending) {
      case Ending.Exited(var code, var background) -> printed + endOf(code) + noteOn(background);
      case Ending.TimedOut(var after) ->
          throw new Obstacle(
              "%s[stopped after %d seconds, with all it had started; "
                      .formatted(printed, after.toSeconds())
                  + "above is what it printed until then. "
                  + "Allow more with timeout, or do less at once.]");
      case Ending.Stopped _ ->
          throw new Obstacle(
              "%s[interrupted and stopped, with all it had started; ".formatted(printed)
                  + "above is what it printed until then]");
      case Ending.Lost(var report) -> throw new Obstacle(lost(report, printed));
    };
  }

  private static String lost(String report, String printed) {
    if (report.startsWith("bwrap: ")) {
      return "The sandbox could not be set up, so nothing was run: %s. Tell the user."
          .formatted(report);
    }
    return printed
        + "[the shell around the command was killed%s; it may have been done in part]"
            .formatted(report.isEmpty() ? "" : " (" + report + ")");
  }

  /// @param hint what to do about what is left out; may be empty
  static String printed(Excerpt excerpt, String hint) {
    if (excerpt.total() == 0) {
      return "[no output]\n";
    }
    if (excerpt.isBinary()) {
      return "[%d bytes that are no text, and so are not shown; send them to a file, or through xxd or iconv]\n"
          .formatted(excerpt.total());
    }
    var text = excerpt.text(hint);
    return text.endsWith("\n") ? text : text + "\n";
  }

  /// Keeps the whole output where the model can read it.
  ///
  /// @return how to, as a hint
  private static String keep(Output output, Artifacts artifacts) throws IOException {
    try (var whole = output.openWhole()) {
      var artifact = artifacts.keep(whole);
      return "read it with the artifact tool: artifact " + artifact.shortName();
    }
  }

  private static String endOf(int code) {
    return code == 0 ? "" : "[exit code %d]\n".formatted(code);
  }

  private static String noteOn(Background background) {
    return switch (background) {
      case NONE -> "";
      case STOPPED ->
          "[what it had left running in the background was stopped. To keep something running,"
              + " start it with background: true]\n";
    };
  }
}
