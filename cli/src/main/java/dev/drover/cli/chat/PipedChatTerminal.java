package dev.drover.cli.chat;

import dev.drover.Drover;
import dev.drover.cli.config.ApprovalMode;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.environment.RunInterrupts;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.cli.runtime.ApprovalResponder;
import dev.drover.cli.runtime.ApprovalResponders;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.text.IoErrors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Standard input with one prompt per line. No questions are asked.
public final class PipedChatTerminal implements ChatTerminal {
  private final CliEnvironment host;
  private final RunInterrupts interrupts;
  private final BufferedReader lines;

  /// @param interrupts those of the environment
  public PipedChatTerminal(CliEnvironment host, RunInterrupts interrupts) {
    this.host = host;
    this.interrupts = interrupts;
    this.lines =
        new BufferedReader(new InputStreamReader(host.streams().in(), StandardCharsets.UTF_8));
  }

  @Override
  public CliEnvironment host() {
    return host;
  }

  @Override
  public boolean isInteractive() {
    return false;
  }

  @Override
  public ChatInput next(BooleanSupplier isAsked) {
    var line = line();
    if (line == null) {
      return new ChatInput.EndOfInput();
    }
    return line.isBlank() ? new ChatInput.EmptyLine() : new ChatInput.TypedText(line);
  }

  private @Nullable String line() {
    try {
      return lines.readLine();
    } catch (IOException unreadable) {
      throw CliRefusal.failed(
          "input_unreadable",
          "standard input cannot be read: " + IoErrors.describe(unreadable),
          "The conversation so far is in the session.");
    }
  }

  @Override
  public ApprovalResponder responder(
      ApprovalMode approve, ConsolePrinter out, TerminalStyle style, Drover drover) {
    return ApprovalResponders.withoutTerminal(approve, host, drover);
  }

  @Override
  public void complete(List<String> commands) {
    // Nothing is completed in a pipe.
  }

  @Override
  public void runStarted() {
    // A pipe has nothing to prepare.
  }

  /// Between runs Ctrl-C has its default effect. After a press that cancelled a run no other run
  /// follows.
  @Override
  public void runEnded() {
    if (!interrupts.isInterrupted()) {
      interrupts.onInterrupt(() -> System.exit(ExitCode.CANCELLED.number()));
    }
  }

  @Override
  public void showUsage(Usage total) {
    // Each run reports its usage when it ends.
  }

  @Override
  public void close() {
    // The standard streams belong to the process.
  }
}
