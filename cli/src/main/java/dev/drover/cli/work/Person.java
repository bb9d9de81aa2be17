package dev.drover.cli.work;

import dev.drover.cli.host.Keyboard;
import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Printer;
import dev.drover.cli.screen.Question;
import dev.drover.cli.screen.QuestionView;
import dev.drover.kernel.ApprovalId;
import dev.drover.runtime.Approvals;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The person at the terminal. One question is put at a time, and an answer is for that one: what
/// was typed before the question was on the screen is dropped, so that no line, and no half of one,
/// reaches a question that its writer had not read.
///
/// [#asked], [#settled] and [#isAskingAfter] belong to the thread that watches; what is typed comes
/// on a thread of its own, which is never waited for. It reads only what is there already, and only
/// while it holds the lock: a line is never on its way while another question is put.
final class Person implements Respondent {
  private static final int MOST_QUESTIONS = 64;
  private static final Duration TICK = Duration.ofMillis(100);

  private final Keyboard keyboard;
  private final Printer out;
  private final Look look;
  private final Approvals approvals;
  private final String name;

  // Guarded by this.
  private final Deque<Question> open = new ArrayDeque<>(MOST_QUESTIONS);
  private final StringBuilder typed = new StringBuilder();
  private @Nullable Question put;
  private boolean listening;
  private boolean gone;

  Person(Keyboard keyboard, Printer out, Look look, Approvals approvals, String name) {
    this.keyboard = keyboard;
    this.out = out;
    this.look = look;
    this.approvals = approvals;
    this.name = name;
  }

  @Override
  public synchronized void asked(Question question) {
    open.add(question);
    putNext();
  }

  @Override
  public synchronized void settled(ApprovalId settled) {
    open.removeIf(question -> question.id().equals(settled));
    if (put != null && put.id().equals(settled)) {
      put = null;
    }
    putNext();
  }

  @Override
  public synchronized boolean isThere() {
    return !gone;
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

  private void putNext() {
    if (put != null || open.isEmpty() || gone) {
      return;
    }
    put = open.getFirst();
    forgetTyped();
    prompt();
    notifyAll();
    if (!listening) {
      listening = true;
      Thread.ofPlatform().daemon().name("drover-keyboard").start(this::listen);
    }
  }

  /// What was typed so far was typed by somebody who had not read the question.
  private void forgetTyped() {
    try {
      boolean isDropped = keyboard.discard();
      if (isDropped || !typed.isEmpty()) {
        out.line("  ", look.dim(TypedAnswer.TOO_EARLY));
      }
      typed.setLength(0);
    } catch (IOException unreadable) {
      leave();
    }
  }

  private void prompt() {
    out.fresh();
    out.piece(TypedAnswer.prompt(look));
  }

  private void listen() {
    try {
      do {
        awaitQuestion();
      } while (!keyboard.isReadyWithin(TICK) || isHeard());
    } catch (IOException unreadable) {
      // Whoever cannot be heard is not there; the run waits for an answer from elsewhere.
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

  /// @return false if the person has left
  private synchronized boolean isHeard() throws IOException, InterruptedException {
    if (put == null || !keyboard.isReadyWithin(Duration.ZERO)) {
      return true;
    }
    var more = keyboard.read();
    if (more == null) {
      return false;
    }
    typed.append(more);
    for (int end = typed.indexOf("\n"); end >= 0 && put != null; end = typed.indexOf("\n")) {
      var line = typed.substring(0, end).strip();
      typed.delete(0, end + 1);
      out.typed();
      said(put, line);
    }
    return true;
  }

  private synchronized void leave() {
    gone = true;
    out.fresh();
    notifyAll();
  }

  private void said(Question question, String line) {
    if (TypedAnswer.isView(line)) {
      new QuestionView(out, look).whole(question);
      prompt();
      return;
    }
    var answer = TypedAnswer.read(line);
    if (answer.isEmpty()) {
      out.line("  ", look.dim(TypedAnswer.HINT));
      prompt();
      return;
    }
    put = null;
    open.remove(question);
    var word = TypedAnswer.word(approvals.answer(question.id(), answer.get(), name));
    if (!word.isEmpty()) {
      out.line("  ", look.dim(word));
    }
    notifyAll();
  }
}
