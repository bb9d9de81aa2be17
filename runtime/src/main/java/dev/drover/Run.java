package dev.drover;

import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.query.RunSnapshot;
import dev.drover.query.RunSnapshot.RunDetails;
import dev.drover.spi.tool.CancellationToken;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A handle to the work that one prompt causes: cheap, and safe for use by any thread. The run does
/// not end when the handle is garbage collected.
public interface Run {
  RunId id();

  SessionId session();

  RunStatus status();

  RunSnapshot snapshot();

  /// The run with its prompt and its result, or its error.
  RunDetails details();

  /// The events and deltas of the run, from its first event to its last, for any number of readers
  /// at any time.
  ///
  /// A reader may attach late. If a reply is in progress, the reader first receives its text so
  /// far. If a reply is settled, the reader receives its whole text as one delta before the event.
  /// So the text deltas of each reply, joined, are its text, in any process. If text is missing or
  /// events were trimmed, a [Notice.Missed] states how many are missing and why. Other deltas
  /// (reasoning, arguments, tool output) are shown only while they are produced, in the process
  /// that drives the run; the events have the complete content. [Session#stream] receives all of
  /// them.
  EventStream events();

  /// Waits for the end of the run, in whichever process it is driven.
  ///
  /// @throws WaitInterrupted if the thread is interrupted; the run continues
  RunReport await();

  /// Waits for the end of the run. If the run hands the conversation off, also waits for the run
  /// that continues it, and so on.
  ///
  /// @return the report of the last run
  /// @throws WaitInterrupted if the thread is interrupted; the run continues
  RunReport awaitLast();

  /// Waits for the end of the run for at most `atMost`.
  Optional<RunReport> await(@Nullable Duration atMost);

  /// A token that is cancelled when this run is cancelled: by any person or program, in any
  /// process, and also when its session or runtime is closed. See
  /// [dev.drover.spi.tool.ToolInvocation#cancellation] for a single call.
  CancellationToken scope();

  /// Cancels this run and no other.
  ///
  /// @return whether there was something to cancel
  boolean cancel();

  /// Cancels one call of this run and no other. The model sees the cancellation, and the run
  /// continues. Effects of the call may have happened.
  ///
  /// @param call its id, as in [Session#activeTools]
  /// @return whether it was open and was ended by this call
  boolean cancel(EffectId call);
}
