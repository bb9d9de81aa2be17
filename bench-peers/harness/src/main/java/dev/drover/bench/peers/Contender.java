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

  /// One session, from the side of the one who asks.
  interface Conversation {
    /// One run: prompt, the model asks for the tool, the tool answers, the model answers.
    String ask(String prompt);
  }

  /// Puts a contender together.
  interface Maker {
    Contender on(Stage stage) throws IOException;
  }
}
