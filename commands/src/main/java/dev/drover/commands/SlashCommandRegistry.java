package dev.drover.commands;

import dev.drover.Session;
import java.util.concurrent.atomic.AtomicReference;

/// Commands that come and go while a host runs. Those that every session can answer are always
/// there.
///
/// Safe for use by any thread.
public final class SlashCommandRegistry {
  private final AtomicReference<SlashCommands> now = new AtomicReference<>(SlashCommands.STANDARD);

  public SlashCommandRegistry() {}

  /// @throws dev.drover.problem.InvalidRequest.ConfigurationInvalid if the name is malformed, or
  ///   taken
  public void register(SlashCommand command) {
    now.updateAndGet(commands -> commands.with(command));
  }

  /// @return false if no command of that name was registered
  public boolean unregister(String name) {
    if (SlashCommands.STANDARD.find(name).isPresent()) {
      return false;
    }
    return now.getAndUpdate(commands -> commands.without(name)).find(name).isPresent();
  }

  /// Those that there are now.
  public SlashCommands commands() {
    return now.get();
  }

  /// See [SlashCommands#run].
  public SlashCommandOutcome run(Session session, String line) {
    return commands().run(session, line);
  }
}
