package dev.drover.tool;

import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.Map;

/// The tools of a session, called by the host and not by the model.
///
/// A direct call has a schema, a timeout and events like any other. It is not undone and is not
/// part of the conversation. It may be made at any time, also during a run. It needs no approval:
/// the host is trusted, unless it wants its calls to be judged like those of the model, see
/// [#governed].
///
/// Interrupting the calling thread cancels the call. Safe for use by any thread.
public interface DirectTools {
  /// The same tools, under the policy of the session: a call may be denied, and may wait for an
  /// approval.
  DirectTools governed();

  /// All of them, sorted by name.
  List<ToolSpec> definitions();

  /// The tools that the model sees: all except those that policy denies for all arguments.
  List<ToolSpec> shownToModel();

  List<String> names();

  /// Calls a tool and waits until it has ended.
  ///
  /// @param arguments strings, numbers, booleans, lists, maps and records
  /// @throws SessionClosed if the session is closed, also during the call
  /// @throws SessionBusy if another process drives the session
  ToolReport call(String tool, Map<String, ?> arguments);

  /// Calls a tool with arguments in JSON.
  ToolReport callWithJson(String tool, String arguments);

  ToolReport read(String path);

  ToolReport write(String path, String content);

  /// Replaces a text that occurs in the file exactly once.
  ToolReport edit(String path, String old, String replacement);

  /// How many occurrences of a text an edit changes.
  enum Places {
    /// The only occurrence: if there are none or several, nothing is changed.
    ONE,
    ALL
  }

  /// Replaces a text in a file.
  ToolReport edit(String path, String old, String replacement, Places places);

  /// Applies a patch, as a unified diff or in the envelope format, completely or not at all.
  ToolReport patch(String patch);

  ToolReport ls(String path);

  /// One page of the files that match.
  ToolReport glob(String pattern);

  /// All files that match, in the order and form of [#glob], whatever their number.
  ///
  /// @throws dev.drover.problem.InvalidRequest.ConfigurationInvalid if the pattern is malformed, or
  ///   the call is refused or denied
  List<String> globPaths(String pattern);

  /// Searches the files of the workspace for a regular expression.
  ToolReport grep(String pattern);

  ToolReport bash(String command);

  /// The result of a direct tool call.
  ///
  /// @param call its id; its events have it in place of the id of a run
  /// @param text the output of the tool, or why there is none
  /// @param media images and documents in the output
  /// @param labels what is known about where the text comes from
  record ToolReport(RunId call, Status status, String text, List<Media> media, List<Label> labels) {
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
}
