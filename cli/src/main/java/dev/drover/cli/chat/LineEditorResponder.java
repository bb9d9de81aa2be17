package dev.drover.cli.chat;

import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.question.QuestionDialog;
import dev.drover.cli.question.QuestionDialogs;
import dev.drover.cli.runtime.ApprovalResponder;
import dev.drover.kernel.value.ApprovalId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jline.reader.UserInterruptException;
import org.jspecify.annotations.Nullable;

/// The person at the line editor. Questions are asked one at a time; a question that was answered
/// elsewhere is withdrawn, so that later input is not taken as its answer.
///
/// [#onQuestion], [#onSettled] and [#dismiss] belong to the watching thread; each question is asked
/// on a thread of its own.
final class LineEditorResponder implements ApprovalResponder {
  private static final int MOST_QUESTIONS = 64;

  private final InteractiveChatTerminal console;
  private final ConsolePrinter out;
  private final QuestionDialogs dialogs;

  // Guarded by this.
  private final Deque<ApprovalQuestion> open = new ArrayDeque<>(MOST_QUESTIONS);
  private @Nullable AskedQuestion put;
  private boolean gone;
  private boolean wasAnyPut;

  LineEditorResponder(InteractiveChatTerminal console, QuestionDialogs dialogs) {
    this.console = console;
    this.out = dialogs.out();
    this.dialogs = dialogs;
  }

  /// The question on the screen, and the thread that waits for its answer.
  private record AskedQuestion(ApprovalQuestion question, Thread asker) {
    boolean isAbout(ApprovalId other) {
      return question.id().equals(other);
    }
  }

  @Override
  public synchronized void onQuestion(ApprovalQuestion question) {
    open.add(question);
    putNext();
  }

  private void putNext() {
    if (put == null && !gone && !open.isEmpty()) {
      var question = open.removeFirst();
      wasAnyPut = true;
      var asker = Thread.ofPlatform().daemon().name("drover-question");
      put = new AskedQuestion(question, asker.unstarted(() -> ask(question)));
      put.asker().start();
    }
  }

  @Override
  public void onSettled(ApprovalId settled) {
    synchronized (this) {
      open.removeIf(question -> question.id().equals(settled));
      if (put != null && !put.isAbout(settled)) {
        return;
      }
    }
    dismiss();
    synchronized (this) {
      putNext();
    }
  }

  synchronized boolean wasAnyPut() {
    return wasAnyPut;
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

  @Override
  public synchronized boolean canAnswer() {
    return !gone;
  }

  /// Withdraws the question on the screen, if there is one.
  void dismiss() {
    var asker = taken();
    if (asker != null) {
      console.withdraw(asker);
    }
  }

  private synchronized @Nullable Thread taken() {
    var asker = put == null ? null : put.asker();
    put = null;
    return asker;
  }

  private void ask(ApprovalQuestion question) {
    out.startLine();
    var dialog = dialogs.open(question);
    try {
      while (isStillPut(question) && !isOver(question, dialog)) {
        out.typed();
      }
    } catch (UserInterruptException stopped) {
      if (isStillPut(question)) {
        console.press();
      } else {
        console.keep(stopped.getPartialLine());
      }
    }
    out.typed();
    over(question);
  }

  /// The question is no longer on the screen, for whatever reason.
  private synchronized void over(ApprovalQuestion question) {
    if (isStillPut(question)) {
      put = null;
    }
    notifyAll();
  }

  /// Asks the question once.
  ///
  /// @return whether it need not be asked again
  private boolean isOver(ApprovalQuestion question, QuestionDialog dialog) {
    return switch (console.answer(out.encoded(dialog.prompt()))) {
      case ChatInput.TypedText(var line) -> isAnswered(question, dialog, line.strip());
      case ChatInput.EmptyLine _ -> dialog.takesEmptyLine() && isAnswered(question, dialog, "");
      case ChatInput.EndOfInput _ -> {
        leave(question);
        yield true;
      }
    };
  }

  private synchronized boolean isStillPut(ApprovalQuestion question) {
    return put != null && put.question().equals(question);
  }

  /// An answer to a question that was withdrawn meanwhile is not an answer.
  private boolean isAnswered(ApprovalQuestion question, QuestionDialog dialog, String line) {
    out.typed();
    return !isStillPut(question) || dialog.take(line);
  }

  private synchronized void leave(ApprovalQuestion question) {
    if (isStillPut(question)) {
      gone = true;
    }
  }
}
