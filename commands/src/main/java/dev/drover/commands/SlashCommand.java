package dev.drover.commands;

/// One thing that a person can have done with a session, by saying `/name arguments`.
///
/// Laws: it does what its help says, or says that it failed; it answers with text and prints
/// nothing; any thread may call it, and several at once.
public interface SlashCommand {
  /// How it is called, without the slash: a lower-case letter, then such letters, digits, dashes.
  String name();

  /// What may stand behind the name, as help shows it: `[RUN]`. Empty if nothing may; then nobody
  /// gets as far as [#run] with something.
  default String arguments() {
    return "";
  }

  /// What it does, in one line.
  String help();

  /// What is thrown instead of answered becomes a failure: the problem of one of our own
  /// exceptions, or the news that the command broke.
  SlashCommandOutcome.Ended run(SlashCommandCall call);
}
