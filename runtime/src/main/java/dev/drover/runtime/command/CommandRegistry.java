package dev.drover.runtime.command;

import dev.drover.runtime.Session;
import java.util.concurrent.atomic.AtomicReference;

/// Commands that come and go while a host runs. Those that every session can answer are always
/// there.
///
/// Safe for use by any thread.
public final class CommandRegistry {
  private final AtomicReference<Commands> now = new AtomicReference<>(Commands.STANDARD);

  public CommandRegistry() {}

  /// @throws dev.drover.runtime.problem.ConfigurationInvalid if the name is malformed, or taken
  public void register(Command command) {
    now.updateAndGet(commands -> commands.with(command));
  }

  /// @return false if no command of that name was registered
  public boolean unregister(String name) {
    if (Commands.STANDARD.find(name).isPresent()) {
      return false;
    }
    return now.getAndUpdate(commands -> commands.without(name)).find(name).isPresent();
  }

  /// Those that there are now.
  public Commands commands() {
    return now.get();
  }

  /// See [Commands#run].
  public CommandOutcome run(Session session, String line) {
    return commands().run(session, line);
  }
}
