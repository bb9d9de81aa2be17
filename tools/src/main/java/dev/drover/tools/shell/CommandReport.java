package dev.drover.tools.shell;

import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import dev.drover.tools.call.WorkspaceTool.CallContext;
import dev.drover.tools.shell.RunningCommand.Background;
import dev.drover.tools.shell.RunningCommand.Ending;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;

/// The report of a command for the model: its output and its status.
final class CommandReport {
  private CommandReport() {}

  /// Reports how a process ended and removes it.
  ///
  /// @throws ToolRefusal if it did not run to its own end
  static String ended(ShellProcess process, Ending ending, CallContext context)
      throws ToolRefusal, IOException {
    return ended(ending, lastOutput(process, context));
  }

  /// Takes the last output of a process and removes it. If any output was ever left out, the whole
  /// is kept as an artifact that the model can read.
  static String lastOutput(ShellProcess process, CallContext context) throws IOException {
    try {
      var excerpt = process.take();
      if (!process.wasCut() || excerpt.isBinary()) {
        return printed(excerpt, "");
      }
      var hint = keep(process.output(), context.call().artifacts());
      return excerpt.isCut()
          ? printed(excerpt, "; " + hint)
          : printed(excerpt, "") + "[some of it was left out before; %s]\n".formatted(hint);
    } finally {
      BashTool.processes(context).forget(process);
    }
  }

  /// @param printed its output
  /// @throws ToolRefusal if it did not run to its own end
  static String ended(Ending ending, String printed) throws ToolRefusal {
    return switch (ending) {
      case Ending.Exited(var code, var background) -> printed + endOf(code) + noteOn(background);
      case Ending.TimedOut(var after) ->
          throw new ToolRefusal(
              "%s[stopped after %d seconds, with all it had started; "
                      .formatted(printed, after.toSeconds())
                  + "above is what it printed until then. "
                  + "Allow more with timeout, or do less at once.]");
      case Ending.Stopped _ ->
          throw new ToolRefusal(
              "%s[interrupted and stopped, with all it had started; ".formatted(printed)
                  + "above is what it printed until then]");
      case Ending.Lost(var report) -> throw new ToolRefusal(lost(report, printed));
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

  /// @param hint how to read the part left out; may be empty
  static String printed(OutputExcerpt excerpt, String hint) {
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

  /// Keeps the whole output as an artifact that the model can read.
  ///
  /// @return a hint how to read it
  private static String keep(CommandOutput output, ArtifactAccess artifacts) throws IOException {
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
