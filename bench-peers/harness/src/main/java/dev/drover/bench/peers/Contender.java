package dev.drover.bench.peers;

import java.io.IOException;

/// A framework with one model and one tool, put together as its documentation shows it.
///
/// Conversations are used from many threads, each from one at a time.
public interface Contender extends AutoCloseable {
  /// A new session, which keeps what is said in the way the framework itself offers. On a stage
  /// whose folder an earlier process has used it is the session of that process, if it was kept.
  Conversation open(String id);

  @Override
  void close();

  /// One that can say what it has made durable.
  interface Durable extends Contender {
    /// What it has kept since its store was made.
    Kept kept();
  }

  /// @param entries what is kept of runs: events, or steps and what belongs to them
  /// @param commits how often something was brought to the disk and waited for
  /// @param logBytes how much was written to the log that is brought to the disk
  record Kept(long entries, long commits, long logBytes) {}

  /// One session, from the side of the one who asks.
  interface Conversation {
    /// One run: prompt, the model asks for the tool, the tool answers, and so on, until the model
    /// answers.
    String ask(String prompt);
  }

  /// Puts a contender together.
  interface Maker {
    Contender on(Stage stage) throws IOException;
  }
}
