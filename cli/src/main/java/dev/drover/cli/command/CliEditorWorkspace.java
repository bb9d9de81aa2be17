package dev.drover.cli.command;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.acp.EditorWorkspace;
import dev.drover.acp.PermissionMode;
import dev.drover.cli.config.Settings;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.commands.SlashCommands;
import dev.drover.kernel.value.SessionId;
import java.nio.file.Path;
import java.util.List;

/// A session of an editor in its folder.
record CliEditorWorkspace(
    CliRuntime runtime,
    Agent agent,
    SessionId session,
    Settings settings,
    SlashCommands commands,
    int window,
    List<String> warnings)
    implements EditorWorkspace {
  CliEditorWorkspace {
    warnings = List.copyOf(warnings);
  }

  @Override
  public Drover drover() {
    return runtime.drover();
  }

  @Override
  public Path folder() {
    return settings.workspace();
  }

  @Override
  public PermissionMode mode() {
    return switch (settings.approve()) {
      case ASK -> PermissionMode.ASK;
      case AUTO -> PermissionMode.AUTO;
      case DENY -> PermissionMode.DENY;
    };
  }

  @Override
  public void close() {
    runtime.close();
  }
}
