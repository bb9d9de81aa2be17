package dev.drover.tools.work;

import dev.drover.kernel.Media;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Workspace;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;

/// A tool that works in a [Workspace]. Here, and only here, what stood in its way becomes a failure
/// that the model reads.
public abstract class WorkspaceTool implements AgentTool {
  private final ToolSpec spec;

  public WorkspaceTool(ToolSpec spec) {
    this.spec = spec;
  }

  /// What one call has to work with.
  public record Job(ToolInvocation call, Arguments arguments, Workspace workspace) {
    public static Job of(ToolInvocation call) throws Obstacle, IOException {
      return new Job(call, Arguments.of(call), Workspace.at(call.workspace()));
    }
  }

  /// What the model is to see of a call.
  ///
  /// @param media kept with [dev.drover.spi.tool.Changes#keep]
  public record Answer(String text, List<Media> media) {
    public Answer {
      media = List.copyOf(media);
    }
  }

  /// @return what the model is to read
  public abstract String carryOut(Job job) throws Obstacle, IOException, InterruptedException;

  /// For a tool that shows more than text.
  public Answer answer(Job job) throws Obstacle, IOException, InterruptedException {
    return new Answer(carryOut(job), List.of());
  }

  @Override
  public final ToolSpec spec() {
    return spec;
  }

  @Override
  public final ToolOutcome call(ToolInvocation call) throws InterruptedException {
    try {
      var answer = answer(Job.of(call));
      return new ToolOutcome.Succeeded(Text.of(answer.text()), answer.media());
    } catch (Obstacle obstacle) {
      return new ToolOutcome.Failed(Text.of(obstacle.text()));
    } catch (IOException broken) {
      return new ToolOutcome.Failed(Text.of(describe(broken)));
    }
  }

  public static String describe(IOException broken) {
    return switch (broken) {
      case ClosedByInterruptException _ -> "The call was interrupted before it was done.";
      case NoSuchFileException missing ->
          "%s is not there any more. Look with ls and try again.".formatted(missing.getFile());
      case AccessDeniedException denied ->
          "The operating system does not allow access to %s. Use another file, or ask the user."
              .formatted(denied.getFile());
      case NotDirectoryException file ->
          "%s is not a directory. Look at the path with ls and try again."
              .formatted(file.getFile());
      case FileSystemException failed when failed.getReason() != null ->
          "%s: %s. Look at the path with ls and try again."
              .formatted(failed.getFile(), failed.getReason());
      default ->
          "%s: %s. Try again, or ask the user."
              .formatted(broken.getClass().getSimpleName(), broken.getMessage());
    };
  }
}
