package dev.drover.cli.runtime;

import dev.drover.cli.environment.KeyboardInput;
import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.cli.question.QuestionDialog;
import dev.drover.cli.question.QuestionDialogs;
import dev.drover.cli.question.TypedAnswer;
import dev.drover.kernel.value.ApprovalId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The person at the terminal. One question is asked at a time, and an answer is for that one:
/// input typed before the question was on the screen is dropped, so that no line, and no part of
/// one, answers a question that was not yet visible.
///
/// [#onQuestion], [#onSettled] and [#waitWhileAsking] belong to the watching thread; input arrives
/// on a separate thread, which no caller waits for. It reads only available input, and only while
/// it holds the lock: a line is never in transit while another question is asked.
final class TerminalResponder implements ApprovalResponder {
  private static final int MOST_QUESTIONS = 64;
  private static final Duration TICK = Duration.ofMillis(100);

  private final KeyboardInput keyboard;
  private final ConsolePrinter out;
  private final TerminalStyle style;
  private final QuestionDialogs dialogs;

  // Guarded by this.
  private final Deque<ApprovalQuestion> open = new ArrayDeque<>(MOST_QUESTIONS);
  private final StringBuilder typed = new StringBuilder();
  private @Nullable ApprovalQuestion put;
  private @Nullable QuestionDialog dialog;
  private boolean listening;
  private boolean gone;

  TerminalResponder(KeyboardInput keyboard, QuestionDialogs dialogs) {
    this.keyboard = keyboard;
    this.out = dialogs.out();
    this.style = dialogs.style();
    this.dialogs = dialogs;
  }

  @Override
  public synchronized void onQuestion(ApprovalQuestion question) {
    open.add(question);
    putNext();
  }

  @Override
  public synchronized void onSettled(ApprovalId settled) {
    open.removeIf(question -> question.id().equals(settled));
    if (put != null && put.id().equals(settled)) {
      put = null;
    }
    putNext();
  }

  @Override
  public synchronized boolean canAnswer() {
    return !gone;
  }

  @Override
  public synchronized boolean isAsking() {
    return put != null && !gone;
  }

  @Override
  @SuppressWarnings("WaitNotInLoop")
  public synchronized boolean waitWhileAsking(Duration patience) throws InterruptedException {
    if (isAsking()) {
      // A spurious wakeup is harmless: the watcher checks again.
      wait(patience.toMillis());
    }
    return isAsking();
  }

  private void putNext() {
    if (put != null || open.isEmpty() || gone) {
      return;
    }
    put = open.getFirst();
    dialog = dialogs.open(put);
    forgetTyped();
    prompt(dialog);
    notifyAll();
    if (!listening) {
      listening = true;
      Thread.ofPlatform().daemon().name("drover-keyboard").start(this::listen);
    }
  }

  /// Earlier input was typed before the question was visible.
  private void forgetTyped() {
    try {
      boolean isDropped = keyboard.discard();
      if (isDropped || !typed.isEmpty()) {
        out.line("  ", style.dim(TypedAnswer.TOO_EARLY));
      }
      typed.setLength(0);
    } catch (IOException unreadable) {
      leave();
    }
  }

  private void prompt(QuestionDialog asked) {
    out.startLine();
    out.piece(asked.prompt());
  }

  private void listen() {
    try {
      do {
        awaitQuestion();
      } while (!keyboard.awaitInput(TICK) || readAvailableInput());
    } catch (IOException unreadable) {
      // Without input the person counts as absent; the run waits for an answer from elsewhere.
      return;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      leave();
    }
  }

  private synchronized void awaitQuestion() throws InterruptedException {
    while (put == null) {
      wait();
    }
  }

  /// @return false at the end of input
  private synchronized boolean readAvailableInput() throws IOException, InterruptedException {
    if (put == null || !keyboard.awaitInput(Duration.ZERO)) {
      return true;
    }
    var more = keyboard.read();
    if (more == null) {
      return false;
    }
    typed.append(more);
    for (int end = typed.indexOf("\n");
        end >= 0 && put != null && dialog != null;
        end = typed.indexOf("\n")) {
      var line = typed.substring(0, end).strip();
      typed.delete(0, end + 1);
      out.typed();
      handleLine(put, dialog, line);
    }
    return true;
  }

  private synchronized void leave() {
    gone = true;
    out.startLine();
    notifyAll();
  }

  private void handleLine(ApprovalQuestion question, QuestionDialog asked, String line) {
    if (!asked.take(line)) {
      prompt(asked);
      return;
    }
    put = null;
    open.remove(question);
    notifyAll();
  }
}
