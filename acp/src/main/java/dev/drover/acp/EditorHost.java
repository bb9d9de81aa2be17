package dev.drover.acp;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.time.Time;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The program that serves an editor: it knows the configuration, the stores and the agents.
///
/// Safe for use by many threads. What an editor asks for and cannot have is refused with an
/// [EditorRefusal] or a [dev.drover.problem.DroverException], whose text the person reads.
public interface EditorHost {
  /// The version of the program, as it is told to the editor.
  String version();

  /// The person at the editor, as recorded with approvals.
  String user();

  Time time();

  /// Replaces characters that are invisible, or reorder other text, by marks: a person decides by
  /// what is shown.
  String visible(String text);

  /// Prepares a new session that works in this folder.
  ///
  /// @param servers of the editor, in addition to those of the configuration
  EditorWorkspace create(Path folder, List<McpServer> servers);

  /// Prepares an existing session of this folder.
  ///
  /// @param servers of the editor, in addition to those of the configuration
  /// @throws dev.drover.problem.NotFound.SessionNotFound if there is none
  EditorWorkspace open(Path folder, SessionId session, List<McpServer> servers);

  /// The sessions of a folder, in any order, without those of tasks.
  ///
  /// @param folder null for all folders that are known here
  List<ListedSession> sessions(@Nullable Path folder);

  /// Deletes a session that is not open here.
  ///
  /// @return false if there is none
  boolean delete(SessionId session);

  /// @param title the beginning of its first prompt; empty if it has none
  record ListedSession(
      SessionId session, String folder, String title, Instant openedAt, Instant updatedAt) {}
}
