package dev.drover.acp;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.commands.SlashCommands;
import dev.drover.kernel.value.SessionId;
import java.nio.file.Path;
import java.util.List;

/// The runtime and the agent of one session of an editor.
public interface EditorWorkspace extends AutoCloseable {
  Drover drover();

  Agent agent();

  SessionId session();

  Path folder();

  /// Commands that the person can type. None of them may switch to another session.
  SlashCommands commands();

  /// How approvals are answered until the person chooses another mode.
  PermissionMode mode();

  /// The maximum number of tokens that the model can read.
  int window();

  /// What the person should know before the first prompt, one sentence each.
  List<String> warnings();

  /// Lets go without ending a run: it continues when the session is opened again.
  @Override
  void close();
}
