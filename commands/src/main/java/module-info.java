/// Slash commands: what a person types in a conversation, for the terminal and for other hosts.
///
/// It refuses to know where a command was typed: it sees sessions through their API.
module dev.drover.commands {
  requires transitive dev.drover.runtime;
  requires static org.jspecify;

  exports dev.drover.commands;
}
