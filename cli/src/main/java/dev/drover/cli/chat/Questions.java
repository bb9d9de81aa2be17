package dev.drover.cli.chat;

import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Printer;
import dev.drover.cli.screen.Question;
import dev.drover.cli.screen.QuestionView;
import dev.drover.cli.work.Respondent;
import dev.drover.cli.work.TypedAnswer;
import dev.drover.kernel.ApprovalId;
import dev.drover.runtime.Approvals;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jline.reader.UserInterruptException;
import org.jspecify.annotations.Nullable;

/// The person at the line editor. Questions are put one after the other; one that somebody else has
/// answered is taken away again, so that what is typed next is not an answer to nothing.
///
/// [#asked], [#settled] and [#dismiss] belong to the thread that watches; each question is put on a
/// thread of its own.
final class Questions implements Respondent {
  private static final int MOST_QUESTIONS = 64;

  private final Console console;
  private final Printer out;
  private final Look look;
  private final Approvals approvals;

  // Guarded by this.
  private final Deque<Question> open = new ArrayDeque<>(MOST_QUESTIONS);
  private @Nullable Put put;
  private boolean gone;
  private boolean wasAnyPut;

  Questions(Console console, Printer out, Look look, Approvals approvals) {
    this.console = console;
    this.out = out;
    this.look = look;
    this.approvals = approvals;
  }

  /// A question that is on the screen, and the thread that waits for its answer.
  private record Put(Question question, Thread asker) {
    boolean isAbout(ApprovalId other) {
      return question.id().equals(other);
    }
  }

  @Override
  public synchronized void asked(Question question) {
    open.add(question);
    putNext();
  }

  private void putNext() {
    if (put == null && !gone && !open.isEmpty()) {
      var question = open.removeFirst();
      wasAnyPut = true;
      var asker = Thread.ofPlatform().daemon().name("drover-question");
      put = new Put(question, asker.unstarted(() -> ask(question)));
      put.asker().start();
    }
  }

  @Override
  public void settled(ApprovalId settled) {
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
  public synchronized boolean isAskingAfter(Duration patience) throws InterruptedException {
    if (isAsking()) {
      // Woken too early is harmless: whoever watches looks again.
      wait(patience.toMillis());
    }
    return isAsking();
  }

  @Override
  public synchronized boolean isThere() {
    return !gone;
  }

  /// Takes the question away that is on the screen, if one is.
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

  private void ask(Question question) {
    out.fresh();
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

  /// The question is off the screen, whatever became of it.
  private synchronized void over(Question question) {
    if (isStillPut(question)) {
      put = null;
    }
    notifyAll();
  }

  /// Puts the question once.
  ///
  /// @return whether it needs not be put again
  private boolean isOver(Question question) {
    var prompt = out.encoded(TypedAnswer.prompt(look));
    return switch (console.answer(prompt)) {
      case Said.Words(var line) -> isAnswered(question, line);
      case Said.Nothing _ -> false;
      case Said.Bye _ -> {
        leave(question);
        yield true;
      }
    };
  }

  private synchronized boolean isStillPut(Question question) {
    return put != null && put.question().equals(question);
  }

  private boolean isAnswered(Question question, String line) {
    out.typed();
    if (TypedAnswer.isView(line.strip())) {
      new QuestionView(out, look).whole(question);
      return false;
    }
    var answer = TypedAnswer.read(line.strip());
    if (answer.isEmpty()) {
      out.line("  ", look.dim(TypedAnswer.HINT));
      return false;
    }
    if (isStillPut(question)) {
      var word =
          TypedAnswer.word(approvals.answer(question.id(), answer.get(), console.host().user()));
      if (!word.isEmpty()) {
        out.line("  ", look.dim(word));
      }
    }
    return true;
  }

  private synchronized void leave(Question question) {
    if (isStillPut(question)) {
      gone = true;
    }
  }
}
