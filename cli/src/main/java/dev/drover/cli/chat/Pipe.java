package dev.drover.cli.chat;

import dev.drover.cli.config.Approve;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.host.RunInterrupts;
import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Printer;
import dev.drover.cli.work.Respondent;
import dev.drover.cli.work.Respondents;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Approvals;
import dev.drover.spi.text.IoErrors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Standard input, a prompt a line. Nobody is asked anything.
public final class Pipe implements Venue {
  private final Host host;
  private final RunInterrupts interrupts;
  private final BufferedReader lines;

  /// @param interrupts those of the host
  public Pipe(Host host, RunInterrupts interrupts) {
    this.host = host;
    this.interrupts = interrupts;
    this.lines =
        new BufferedReader(new InputStreamReader(host.streams().in(), StandardCharsets.UTF_8));
  }

  @Override
  public Host host() {
    return host;
  }

  @Override
  public boolean isAttended() {
    return false;
  }

  @Override
  public Said next(BooleanSupplier isAsked) {
    var line = line();
    if (line == null) {
      return new Said.Bye();
    }
    return line.isBlank() ? new Said.Nothing() : new Said.Words(line);
  }

  private @Nullable String line() {
    try {
      return lines.readLine();
    } catch (IOException unreadable) {
      throw Refusal.failed(
          "input_unreadable",
          "standard input cannot be read: " + IoErrors.describe(unreadable),
          "What was said so far is in the session.");
    }
  }

  @Override
  public Respondent respondent(Approve approve, Printer out, Look look, Approvals approvals) {
    return Respondents.withoutTerminal(approve, host, approvals);
  }

  @Override
  public void begin() {
    // A pipe has nothing to prepare.
  }

  /// Between runs Ctrl-C does what it always did. After the one that cancelled a run there is no
  /// other run.
  @Override
  public void end() {
    if (!interrupts.isPressed()) {
      interrupts.onInterrupt(() -> System.exit(ExitCode.CANCELLED.number()));
    }
  }

  @Override
  public void used(Usage total) {
    // The end of each run tells it.
  }

  @Override
  public void close() {
    // The standard streams belong to the process.
  }
}
