package dev.drover.cli.chat;

import dev.drover.cli.config.Approve;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.host.Streams;
import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Printer;
import dev.drover.cli.work.Respondent;
import dev.drover.cli.work.Respondents;
import dev.drover.cli.work.TypedAnswer;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Approvals;
import dev.drover.spi.secret.Redactor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
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

/// A person's terminal: a line editor, and while a run goes what happens, with a status line below.
///
/// What is typed while a run goes is not shown, and is in the editor when that comes back. After
/// Ctrl-C and after a question it is there unsent: nobody can have answered what they had not read.
///
/// [#answer], [#keep] and [#press] belong to the thread that puts a question, [#withdraw] to the
/// one that watches.
public final class Console implements Venue {
  private static final String PROMPT = "> ";
  private static final String HOW_TO_LEAVE = "Ctrl-D leaves; /help lists the commands.";

  /// Keys are on their way for a moment, longer on a machine that is busy.
  private static final long PATIENCE_MILLIS = 20;

  private final Host host;
  private final Look look;
  private final Printer out;
  private final Terminal terminal;
  private final Paper paper;
  private final LineReader prompts;
  private final LineReader answers;
  private final StatusLine status;
  private final Presses presses;
  private final Meter meter;
  private final TypedAhead ahead = new TypedAhead();
  private @Nullable Attributes before;
  private @Nullable Questions questions;

  private Console(Host outside, Terminal terminal, LineReader prompts, String model) {
    this.terminal = terminal;
    this.paper = new Paper(terminal);
    this.prompts = prompts;
    this.answers = Editor.ofAnswers(terminal);
    this.presses = new Presses(this::warn, this::abandon);
    var stream = new PrintStream(paper, false, StandardCharsets.UTF_8);
    this.host =
        new Host(
            outside.environment(),
            outside.folder(),
            outside.home(),
            outside.user(),
            new Streams(outside.streams().in(), stream, stream),
            outside.terminal(),
            outside.time(),
            presses::onFirst);
    this.out = Printer.out(host);
    this.look = Look.of(host);
    this.status = new StatusLine(terminal, paper);
    this.meter =
        new Meter(text -> status.show(out.encoded(text)), host.time(), look.signs(), model);
    terminal.handle(Signal.INT, _ -> presses.press());
    terminal.handle(Signal.WINCH, _ -> status.resize());
  }

  /// What the editor needs to know.
  ///
  /// @param history where typed lines are kept
  /// @param commands what Tab completes
  /// @param model as the status line names it
  public record Setup(Path history, Redactor redactor, List<String> commands, String model) {
    public Setup {
      commands = List.copyOf(commands);
    }
  }

  public static Console open(Host host, Setup setup) {
    // Else Ctrl-C in the editor is both a key and a signal, and counts twice when they race.
    System.setProperty(TerminalBuilder.PROP_SOFTWARE_SIGNALS, "false");
    try {
      var terminal =
          TerminalBuilder.builder()
              .system(true)
              .jni(false)
              .dumb(true)
              .encoding(StandardCharsets.UTF_8)
              .nativeSignals(true)
              // Else it asks the terminal what it can do, and drops what was typed before the
              // answer.
              .graphemeCluster(false)
              .build();
      var prompts = Editor.ofPrompts(terminal, setup.history(), setup.redactor(), setup.commands());
      return new Console(host, terminal, prompts, setup.model());
    } catch (IOException unusable) {
      throw Refusal.failed(
          "terminal_unusable",
          "this terminal cannot be used: " + unusable.getMessage(),
          "Pipe the prompts in, a line each.");
    }
  }

  @Override
  public Host host() {
    return host;
  }

  @Override
  public boolean isAttended() {
    return true;
  }

  @Override
  public Said next(BooleanSupplier isAsked) {
    var bell = new QuestionBell(Thread.currentThread(), isAsked, host.time());
    try {
      var prompt = out.encoded(look.bold(PROMPT));
      return said(prompts.readLine(prompt, null, (Character) null, ahead.take()));
    } catch (UserInterruptException cleared) {
      if (bell.isRung()) {
        ahead.addLine(cleared.getPartialLine());
      } else if (cleared.getPartialLine().isBlank()) {
        out.line(look.dim(HOW_TO_LEAVE));
      }
      return new Said.Nothing();
    } catch (EndOfFileException left) {
      return new Said.Bye();
    } finally {
      bell.close();
    }
  }

  /// Waits for an answer to a question.
  ///
  /// @throws UserInterruptException at Ctrl-C, and if the thread is interrupted
  Said answer(String prompt) {
    status.leave();
    paper.lend(answers);
    try {
      if (isTypedAhead()) {
        out.line("  ", look.dim(TypedAnswer.KEPT));
      }
      return said(answers.readLine(prompt));
    } catch (EndOfFileException left) {
      return new Said.Bye();
    } finally {
      paper.takeBack();
      status.comeBack();
    }
  }

  /// Interrupts whoever waits for an answer, and wipes the question away: it has its answer.
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

  /// Half an answer to a question that is gone.
  void keep(String line) {
    ahead.addLine(line);
  }

  /// Ctrl-C, as the editor heard it.
  void press() {
    presses.press();
  }

  private static Said said(String line) {
    return line.isBlank() ? new Said.Nothing() : new Said.Words(line);
  }

  /// Takes what was typed out of the terminal, for the next prompt.
  ///
  /// @return whether there was anything
  private boolean isTypedAhead() {
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
  public Respondent respondent(Approve approve, Printer printer, Look width, Approvals approvals) {
    return switch (approve) {
      case ASK -> {
        questions = new Questions(this, printer, width, approvals);
        yield questions;
      }
      case AUTO, DENY -> Respondents.of(approve, host, printer, width, approvals);
    };
  }

  @Override
  public void begin() {
    before = terminal.getAttributes();
    terminal.setAttributes(silent(before));
    presses.begin();
    meter.begin();
  }

  /// Keys are not echoed, and not held back until Enter; Ctrl-C is still a signal, but does not
  /// throw away what was typed before it.
  private static Attributes silent(Attributes before) {
    var silent = new Attributes(before);
    silent.setLocalFlag(LocalFlag.ECHO, false);
    silent.setLocalFlag(LocalFlag.ICANON, false);
    silent.setLocalFlag(LocalFlag.ISIG, true);
    silent.setLocalFlag(LocalFlag.NOFLSH, true);
    return silent;
  }

  @Override
  public void end() {
    boolean wasAsked = false;
    if (questions != null) {
      questions.dismiss();
      wasAsked = questions.wasAnyPut();
      questions = null;
    }
    if (wasAsked || presses.wasAny()) {
      // Typed for a question, perhaps, or for a run that went another way: it is shown, and not
      // sent.
      isTypedAhead();
    }
    meter.end();
    presses.end();
    if (before != null) {
      terminal.setAttributes(before);
    }
  }

  @Override
  public void used(Usage total) {
    meter.used(total);
  }

  private void warn() {
    out.line(look.dim("Cancelling. Ctrl-C once more leaves at once."));
  }

  /// Nothing can hold a person prisoner. The run is not over, and goes on when the session is
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
