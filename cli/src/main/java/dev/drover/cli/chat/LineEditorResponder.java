package dev.drover.cli.chat;

import dev.drover.Approvals;
import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.cli.output.ApprovalQuestionView;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.cli.runtime.ApprovalResponder;
import dev.drover.cli.runtime.TypedAnswer;
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
  private final TerminalStyle style;
  private final Approvals approvals;

  // Guarded by this.
  private final Deque<ApprovalQuestion> open = new ArrayDeque<>(MOST_QUESTIONS);
  private @Nullable AskedQuestion put;
  private boolean gone;
  private boolean wasAnyPut;

  LineEditorResponder(
      InteractiveChatTerminal console,
      ConsolePrinter out,
      TerminalStyle style,
      Approvals approvals) {
    this.console = console;
    this.out = out;
    this.style = style;
    this.approvals = approvals;
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
    try {
      while (isStillPut(question) && !isOver(question)) {
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
  private boolean isOver(ApprovalQuestion question) {
    var prompt = out.encoded(TypedAnswer.prompt(style));
    return switch (console.answer(prompt)) {
      case ChatInput.TypedText(var line) -> isAnswered(question, line);
      case ChatInput.EmptyLine _ -> false;
      case ChatInput.EndOfInput _ -> {
        leave(question);
        yield true;
      }
    };
  }

  private synchronized boolean isStillPut(ApprovalQuestion question) {
    return put != null && put.question().equals(question);
  }

  private boolean isAnswered(ApprovalQuestion question, String line) {
    out.typed();
    if (TypedAnswer.isView(line.strip())) {
      new ApprovalQuestionView(out, style).whole(question);
      return false;
    }
    var answer = TypedAnswer.read(line.strip());
    if (answer.isEmpty()) {
      out.line("  ", style.dim(TypedAnswer.HINT));
      return false;
    }
    if (isStillPut(question)) {
      var word =
          TypedAnswer.word(approvals.answer(question.id(), answer.get(), console.host().user()));
      if (!word.isEmpty()) {
        out.line("  ", style.dim(word));
      }
    }
    return true;
  }

  private synchronized void leave(ApprovalQuestion question) {
    if (isStillPut(question)) {
      gone = true;
    }
  }
}
