package dev.drover.commands;

import dev.drover.Run;
import dev.drover.Session;
import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Problem;

/// A session whose `send` also understands slash commands: a line that calls a command is carried
/// out, and every other line goes to the model.
///
/// A command may continue the conversation in another session, as `/fork` does. Later lines then go
/// to that session. The caller still owns and closes the sessions.
///
/// Safe for use by any thread.
public final class CommandSession {
  private final SlashCommandRegistry registry;
  // Guarded by this.
  private Session session;

  /// With commands that may be registered and unregistered later.
  public CommandSession(Session session, SlashCommandRegistry registry) {
    this.session = NullChecks.nonNull(session, "session");
    this.registry = NullChecks.nonNull(registry, "registry");
  }

  /// With the commands that every session can answer.
  public CommandSession(Session session) {
    this(session, new SlashCommandRegistry());
  }

  /// The result of a line.
  public sealed interface SendResult {
    /// It was a prompt, or a command that stands for one.
    record Sent(Run run) implements SendResult {}

    /// A command was carried out.
    ///
    /// @param text for the person who typed the command, without a line break at the end
    record Answered(String text) implements SendResult {}

    /// There is no such command, or it failed. Nothing was sent to the model.
    record Refused(Problem problem) implements SendResult {}
  }

  /// The session that the next line goes to.
  public synchronized Session session() {
    return session;
  }

  /// Carries out the line if it calls a command, and otherwise sends it as a prompt. The package
  /// description states which lines call commands; `/etc/hosts is broken` is a prompt.
  ///
  /// @throws dev.drover.problem.DroverException as [Session#send] does, if the line is a prompt
  public SendResult send(String line) {
    NullChecks.nonNull(line, "line");
    var now = session();
    return switch (registry.run(now, line)) {
      case SlashCommandOutcome.NotACommand _ -> new SendResult.Sent(now.send(line));
      case SlashCommandOutcome.Prompted(var text) -> new SendResult.Sent(now.send(text));
      case SlashCommandOutcome.Done(var text) -> new SendResult.Answered(text);
      case SlashCommandOutcome.Switched(var other, var text) -> {
        switchTo(other);
        yield new SendResult.Answered(text);
      }
      case SlashCommandOutcome.Unknown unknown -> new SendResult.Refused(unknown.problem());
      case SlashCommandOutcome.Failed(var problem) -> new SendResult.Refused(problem);
    };
  }

  private synchronized void switchTo(Session other) {
    session = other;
  }
}
