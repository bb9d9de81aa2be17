package dev.drover.runtime;

import dev.drover.kernel.Label;
import dev.drover.kernel.Media;
import dev.drover.kernel.RunId;
import java.util.List;

/// What became of a tool call that the host made itself.
///
/// @param call its name; its events have it where others have that of their run
/// @param text what the tool said, or why there is nothing that it said
/// @param media images and documents that it answered with
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
    /// A rule or a person said no; nothing was done.
    DENIED,
    CANCELLED,
    /// It may have happened: the process died while it was under way.
    UNKNOWN
  }

  public boolean isSuccess() {
    return status == Status.SUCCEEDED;
  }
}
