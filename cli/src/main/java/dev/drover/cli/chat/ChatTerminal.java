package dev.drover.cli.chat;

import dev.drover.Drover;
import dev.drover.cli.config.ApprovalMode;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.cli.runtime.ApprovalResponder;
import dev.drover.kernel.value.Usage;
import java.util.List;
import java.util.function.BooleanSupplier;

/// The input and output of a conversation. All methods belong to the conversation's thread.
public interface ChatTerminal extends AutoCloseable {
  /// The environment of the conversation: its output streams and its source of interrupts.
  CliEnvironment host();

  /// Whether a person watches each run end and can continue from there.
  boolean isInteractive();

  /// Waits for the next prompt. Returns early when a question arrives: the text typed so far is not
  /// sent, and is back in the editor at the next call.
  ///
  /// @param isAsked polled by another thread; true once a question is open
  ChatInput next(BooleanSupplier isAsked);

  /// Returns the responder for a run's questions.
  ///
  /// @param out where a person would be asked
  ApprovalResponder responder(
      ApprovalMode approve, ConsolePrinter out, TerminalStyle style, Drover drover);

  /// Completes these commands, with their slashes, where input can be completed.
  void complete(List<String> commands);

  /// A run begins: until it ends no prompt is read, and Ctrl-C applies to the run.
  void runStarted();

  /// The run has ended.
  void runEnded();

  /// Shows the total usage of the session.
  void showUsage(Usage total);

  @Override
  void close();
}
