package dev.drover.tools.call;

import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.Workspace;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;

/// A tool that works in a [Workspace]. This is the only place where a refusal becomes a failure
/// that the model reads.
public abstract class WorkspaceTool implements AgentTool {
  private final ToolSpec spec;

  public WorkspaceTool(ToolSpec spec) {
    this.spec = spec;
  }

  /// Everything that one call works with.
  public record CallContext(ToolInvocation call, CallArguments arguments, Workspace workspace) {
    public static CallContext of(ToolInvocation call) throws ToolRefusal, IOException {
      return new CallContext(call, CallArguments.of(call), Workspace.at(call.workspace()));
    }
  }

  /// The result of a call that is shown to the model.
  ///
  /// @param media kept with [dev.drover.spi.tool.ToolInvocation.FileChanges#store]
  public record Answer(String text, List<Media> media) {
    public Answer {
      media = List.copyOf(media);
    }
  }

  /// @return the text for the model
  public abstract String carryOut(CallContext context)
      throws ToolRefusal, IOException, InterruptedException;

  /// For tools that return more than text.
  public Answer answer(CallContext context) throws ToolRefusal, IOException, InterruptedException {
    return new Answer(carryOut(context), List.of());
  }

  @Override
  public final ToolSpec spec() {
    return spec;
  }

  @Override
  public final ToolOutcome call(ToolInvocation call) throws InterruptedException {
    try {
      var answer = answer(CallContext.of(call));
      return new ToolOutcome.Succeeded(Text.of(answer.text()), answer.media());
    } catch (ToolRefusal refusal) {
      return new ToolOutcome.Failed(Text.of(refusal.text()));
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
