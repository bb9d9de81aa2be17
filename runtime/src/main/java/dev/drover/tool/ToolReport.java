package dev.drover.tool;

import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.RunId;
import java.util.List;

/// The result of a direct tool call.
///
/// @param call its id; its events have it in place of the id of a run
/// @param text the output of the tool, or why there is none
/// @param media images and documents in the output
/// @param labels what is known about where the text comes from
public record ToolReport(
    RunId call, Status status, String text, List<Media> media, List<Label> labels) {
  public ToolReport {
    media = List.copyOf(media);
    labels = List.copyOf(labels);
  }

  public enum Status {
    SUCCEEDED,
    FAILED,
    /// There is no such tool, or the arguments do not fit; nothing was done.
    REFUSED,
    /// A rule or a person denied it; nothing was done.
    DENIED,
    CANCELLED,
    /// It may have happened: the process died during the call.
    UNKNOWN
  }

  public boolean isSuccess() {
    return status == Status.SUCCEEDED;
  }
}
