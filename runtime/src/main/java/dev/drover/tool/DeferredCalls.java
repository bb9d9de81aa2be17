package dev.drover.tool;

import dev.drover.kernel.value.DeferredCallKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Deferred calls: a tool returned [dev.drover.kernel.message.ToolAnswer.ToolDeferral], and the
/// holder of the call's key reports its end. This is possible in any process that opens the store,
/// even if no process drives the run; the first report counts.
///
/// Safe for use by any thread.
public interface DeferredCalls {
  /// The call, if it is still open. For a worker that wants to know whether its work is still
  /// needed.
  Optional<DeferredCall> find(DeferredCallKey key);

  /// The open deferred calls of runs, in the order in which their sessions were created. Reads
  /// every session with an unfinished run: for workers after a restart, not for a loop.
  List<DeferredCall> waiting();

  /// The call has succeeded.
  ///
  /// @param result the text for the model
  /// @param by the person or program that reports it
  Receipt complete(DeferredCallKey key, String result, String by);

  /// The call has failed.
  ///
  /// @param reason the text for the model
  /// @param by the person or program that reports it
  Receipt fail(DeferredCallKey key, String reason, String by);

  /// The result of a report.
  enum Receipt {
    COUNTED,
    /// The call is not open: it has ended, was cancelled, has timed out, or does not exist.
    NOT_OPEN,
    /// It is durable, and the process that next drives the session commits it.
    LEFT_IN_INBOX
  }

  /// A deferred call that is open.
  ///
  /// @param arguments JSON
  /// @param since when it was started
  /// @param until when it times out; null if it does not
  record DeferredCall(
      DeferredCallKey key, String tool, String arguments, Instant since, @Nullable Instant until) {}
}
