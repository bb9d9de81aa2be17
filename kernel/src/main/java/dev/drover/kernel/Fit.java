package dev.drover.kernel;

/// Whether an answer is what the prompt wants, as whoever knows its schema says.
public sealed interface Fit {
  Fit FREE = new Free();

  /// Nothing is demanded of it.
  record Free() implements Fit {}

  /// @param value what was asked for, without the words around it
  record Fits(Text value) implements Fit {}

  /// @param complaint what is wrong with it, for the model to read
  record Misfit(String complaint) implements Fit {}

  /// The reply was paid for and could not be worked on; its words are lost.
  record NotKept(Failure why) implements Fit {}
}
