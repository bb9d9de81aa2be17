package dev.drover.server;

/// Answers calls, each on a virtual thread of its own, which is interrupted when the server stops.
///
/// Safe for use by many threads.
@FunctionalInterface
public interface CallHandler {
  /// @throws CallRefusedException the reply is this problem
  /// @throws InterruptedException if the server stops
  HttpReply handle(HttpCall call) throws CallRefusedException, InterruptedException;
}
