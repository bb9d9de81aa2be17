package dev.drover.commands;

import dev.drover.Drover;
import dev.drover.Session;

/// What a command has to work with.
///
/// @param commands those that could have been called instead
/// @param arguments what was said behind the name, without the white space around it; may be empty
public record SlashCommandCall(Session session, SlashCommands commands, String arguments) {
  /// The runtime that the session lives in.
  public Drover drover() {
    return session.drover();
  }
}
