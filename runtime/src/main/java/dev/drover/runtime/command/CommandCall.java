package dev.drover.runtime.command;

import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;

/// What a command has to work with.
///
/// @param commands those that could have been called instead
/// @param arguments what was said behind the name, without the white space around it; may be empty
public record CommandCall(Session session, Commands commands, String arguments) {
  /// The runtime that the session lives in.
  public Drover drover() {
    return session.drover();
  }
}
