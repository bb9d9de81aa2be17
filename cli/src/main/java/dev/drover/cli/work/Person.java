package dev.drover.cli.work;

import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Printer;
import dev.drover.cli.screen.Question;
import dev.drover.cli.screen.QuestionView;
import dev.drover.kernel.ApprovalId;
import dev.drover.runtime.Approvals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The person at the terminal. Questions are put one after the other; while one is open the run is
/// still watched, because somebody else may answer it, or the run may end.
///
/// [#asked] and [#settled] belong to the thread that watches; typed lines come on a thread of their
/// own, which is never waited for.
final class Person implements Respondent {
  private static final int MOST_QUESTIONS = 64;

  private final InputStream keyboard;
  private final Printer out;
  private final Look look;
  private final Approvals approvals;
  private final String name;

  // Guarded by this.
  private final Deque<Question> open = new ArrayDeque<>(MOST_QUESTIONS);
  private @Nullable Question put;
  private boolean listening;
  private boolean gone;

  Person(InputStream keyboard, Printer out, Look look, Approvals approvals, String name) {
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

  private void putNext() {
    if (put != null || open.isEmpty() || gone) {
      return;
    }
    put = open.getFirst();
    notifyAll();
    if (!listening) {
      listening = true;
      Thread.ofPlatform().daemon().name("drover-keyboard").start(this::listen);
    }
    prompt();
  }

  private void prompt() {
    out.fresh();
    out.piece(TypedAnswer.prompt(look));
  }

  private void listen() {
    try (var lines = new BufferedReader(new InputStreamReader(keyboard, StandardCharsets.UTF_8))) {
      while (true) {
        awaitQuestion();
        var line = lines.readLine();
        if (line == null) {
          return;
        }
        out.typed();
        typed(line.strip());
      }
    } catch (IOException unreadable) {
      // Whoever cannot be heard is not there; the run waits for an answer from elsewhere.
      return;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      leave();
    }
  }

  /// What was typed ahead is an answer to the next question, not to one that has its answer.
  private synchronized void awaitQuestion() throws InterruptedException {
    while (put == null) {
      wait();
    }
  }

  private synchronized void leave() {
    gone = true;
    out.fresh();
  }

  private synchronized void typed(String line) {
    if (put == null) {
      return;
    }
    if (TypedAnswer.isView(line)) {
      new QuestionView(out, look).whole(put);
      prompt();
      return;
    }
    var answer = TypedAnswer.read(line);
    if (answer.isEmpty()) {
      out.line("  ", look.dim(TypedAnswer.HINT));
      prompt();
      return;
    }
    var answered = put;
    put = null;
    open.remove(answered);
    approvals.answer(answered.id(), answer.get(), name);
  }
}
