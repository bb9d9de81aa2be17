package dev.drover.cli.chat;

import dev.drover.Drover;
import dev.drover.cli.config.ApprovalMode;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.environment.StandardStreams;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.cli.question.QuestionDialogs;
import dev.drover.cli.question.TypedAnswer;
import dev.drover.cli.runtime.ApprovalResponder;
import dev.drover.cli.runtime.ApprovalResponders;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.secret.SecretRedactor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReader.Option;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/// A person's terminal: a line editor, or during a run its output with a status line below.
///
/// Text typed during a run is not echoed, and appears in the editor when the run ends. After Ctrl-C
/// and after a question it is not sent by itself: it cannot be an answer to a question that was not
/// yet on the screen.
///
/// [#answer], [#keep] and [#press] belong to the thread that asks a question, [#withdraw] to the
/// watching thread.
public final class InteractiveChatTerminal implements ChatTerminal {
  private static final String PROMPT = "> ";
  private static final String HOW_TO_LEAVE = "Ctrl-D leaves; /help lists the commands.";

  /// Key presses take a moment to arrive, longer on a busy machine.
  private static final long PATIENCE_MILLIS = 20;

  private final CliEnvironment host;
  private final TerminalStyle style;
  private final ConsolePrinter out;
  private final Terminal terminal;
  private final TerminalOutput output;
  private final LineReader prompts;
  private final AtomicReference<List<String>> commands;
  private final LineReader answers;
  private final StatusLine status;
  private final InterruptCount presses;
  private final RunUsageMeter meter;
  private final TypeAheadBuffer ahead = new TypeAheadBuffer();
  private @Nullable Attributes before;
  private @Nullable LineEditorResponder questions;

  private InteractiveChatTerminal(
      CliEnvironment outside,
      Terminal terminal,
      LineReader prompts,
      AtomicReference<List<String>> commands,
      String model) {
    this.terminal = terminal;
    this.commands = commands;
    this.output = new TerminalOutput(terminal);
    this.prompts = prompts;
    this.answers = LineEditors.ofAnswers(terminal);
    this.presses = new InterruptCount(this::warn, this::abandon);
    var stream = new PrintStream(output, false, StandardCharsets.UTF_8);
    this.host =
        new CliEnvironment(
            outside.environment(),
            outside.folder(),
            outside.home(),
            outside.user(),
            new StandardStreams(outside.streams().in(), stream, stream),
            outside.terminal(),
            outside.time(),
            presses::onFirst);
    this.out = ConsolePrinter.out(host);
    this.style = TerminalStyle.of(host);
    this.status = new StatusLine(terminal, output);
    this.meter =
        new RunUsageMeter(
            text -> status.show(out.encoded(text)), host.time(), style.signs(), model);
    terminal.handle(Signal.INT, _ -> presses.onInterrupt());
    terminal.handle(Signal.WINCH, _ -> status.resize());
  }

  /// The editor's settings.
  ///
  /// @param history the file that keeps typed lines
  /// @param model its name in the status line
  public record Setup(Path history, SecretRedactor redactor, String model) {}

  public static InteractiveChatTerminal open(CliEnvironment host, Setup setup) {
    // Otherwise Ctrl-C in the editor is both a key and a signal, and counts twice if they race.
    System.setProperty(TerminalBuilder.PROP_SOFTWARE_SIGNALS, "false");
    try {
      var terminal =
          TerminalBuilder.builder()
              .system(true)
              .jni(false)
              .dumb(true)
              .encoding(StandardCharsets.UTF_8)
              .nativeSignals(true)
              // Otherwise JLine queries the terminal's features and drops input typed before the
              // reply.
              .graphemeCluster(false)
              .build();
      var commands = new AtomicReference<List<String>>(List.of());
      var prompts =
          LineEditors.ofPrompts(terminal, setup.history(), setup.redactor(), commands::get);
      return new InteractiveChatTerminal(host, terminal, prompts, commands, setup.model());
    } catch (IOException unusable) {
      throw CliRefusal.failed(
          "terminal_unusable",
          "this terminal cannot be used: " + unusable.getMessage(),
          "Pipe the prompts in, one per line.");
    }
  }

  @Override
  public CliEnvironment host() {
    return host;
  }

  @Override
  public boolean isInteractive() {
    return true;
  }

  @Override
  public ChatInput next(BooleanSupplier isAsked) {
    var bell = new PromptInterrupter(Thread.currentThread(), isAsked, host.time());
    try {
      var prompt = out.encoded(style.bold(PROMPT));
      return said(prompts.readLine(prompt, null, (Character) null, ahead.take()));
    } catch (UserInterruptException cleared) {
      if (bell.hasInterrupted()) {
        ahead.addLine(cleared.getPartialLine());
      } else if (cleared.getPartialLine().isBlank()) {
        out.line(style.dim(HOW_TO_LEAVE));
      }
      return new ChatInput.EmptyLine();
    } catch (EndOfFileException left) {
      return new ChatInput.EndOfInput();
    } finally {
      bell.close();
    }
  }

  /// Waits for an answer to a question.
  ///
  /// @throws UserInterruptException at Ctrl-C, and if the thread is interrupted
  ChatInput answer(String prompt) {
    status.leave();
    output.attachEditor(answers);
    try {
      if (drainTypedAhead()) {
        out.line("  ", style.dim(TypedAnswer.KEPT));
      }
      return said(answers.readLine(prompt));
    } catch (EndOfFileException left) {
      return new ChatInput.EndOfInput();
    } finally {
      output.detachEditor();
      status.comeBack();
    }
  }

  /// Interrupts the thread that waits for an answer and erases the question, which has been
  /// answered.
  void withdraw(Thread waiting) {
    answers.setOpt(Option.ERASE_LINE_ON_FINISH);
    waiting.interrupt();
    try {
      waiting.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    answers.unsetOpt(Option.ERASE_LINE_ON_FINISH);
  }

  /// Keeps a partly typed answer to a question that was withdrawn.
  void keep(String line) {
    ahead.addLine(line);
  }

  /// Reports Ctrl-C from the editor.
  void press() {
    presses.onInterrupt();
  }

  private static ChatInput said(String line) {
    return line.isBlank() ? new ChatInput.EmptyLine() : new ChatInput.TypedText(line);
  }

  /// Moves typed-ahead input from the terminal into the next prompt.
  ///
  /// @return whether there was any
  private boolean drainTypedAhead() {
    var typed = new StringBuilder();
    try {
      var keys = terminal.reader();
      while (keys.peek(PATIENCE_MILLIS) >= 0) {
        typed.append((char) keys.read());
      }
    } catch (InterruptedIOException withdrawn) {
      throw new UserInterruptException("");
    } catch (IOException unreadable) {
      throw new EndOfFileException(unreadable);
    } finally {
      ahead.add(typed.toString());
    }
    return !typed.isEmpty();
  }

  @Override
  public ApprovalResponder responder(
      ApprovalMode approve, ConsolePrinter printer, TerminalStyle width, Drover drover) {
    return switch (approve) {
      case ASK -> {
        questions =
            new LineEditorResponder(this, new QuestionDialogs(printer, width, drover, host.user()));
        yield questions;
      }
      case AUTO, DENY -> ApprovalResponders.of(approve, host, printer, width, drover);
    };
  }

  @Override
  public void complete(List<String> names) {
    commands.set(List.copyOf(names));
  }

  @Override
  public void runStarted() {
    before = terminal.getAttributes();
    terminal.setAttributes(silent(before));
    presses.begin();
    meter.begin();
  }

  /// Disables echo and line buffering; Ctrl-C remains a signal but does not flush earlier input.
  private static Attributes silent(Attributes before) {
    var silent = new Attributes(before);
    silent.setLocalFlag(LocalFlag.ECHO, false);
    silent.setLocalFlag(LocalFlag.ICANON, false);
    silent.setLocalFlag(LocalFlag.ISIG, true);
    silent.setLocalFlag(LocalFlag.NOFLSH, true);
    return silent;
  }

  @Override
  public void runEnded() {
    boolean wasAsked = false;
    if (questions != null) {
      questions.dismiss();
      wasAsked = questions.wasAnyPut();
      questions = null;
    }
    if (wasAsked || presses.hasAny()) {
      // It may have been meant for a question or for the run: show it, but do not send it.
      drainTypedAhead();
    }
    meter.end();
    presses.end();
    if (before != null) {
      terminal.setAttributes(before);
    }
  }

  @Override
  public void showUsage(Usage total) {
    meter.used(total);
  }

  private void warn() {
    out.line(style.dim("Cancelling. Ctrl-C once more leaves at once."));
  }

  /// Leaving must always be possible. The run is not over, and continues when the session is
  /// opened.
  private void abandon() {
    close();
    System.exit(ExitCode.CANCELLED.number());
  }

  @Override
  public void close() {
    meter.close();
    try {
      terminal.close();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }
}
