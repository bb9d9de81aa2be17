package dev.drover.runtime.writer;

import dev.drover.runtime.problem.StoreFailed;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has the mail of one session read, by one thread at a time, and what follows from it carried out.
///
/// Whoever puts the first letter into an empty mailbox starts a virtual thread, or is one that has
/// nothing else to do, and reads until the mailbox is empty. Then it carries out an effect that is
/// due, and reads the answer: a run has many short steps, and to hand each of them on to a new
/// thread would cost as much as the step.
///
/// A thread on which a tool ran carries out nothing else. Code that is not ours knows it, and may
/// interrupt it when that is long over; a reader does not mind, a payment would.
///
/// [#tell] and [#put] may be called by any thread, [#carryOut] only by the one that reads.
final class MailLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(MailLoop.class);

  private final Mailbox mailbox;
  private final Consumer<Letter> reader;
  private @Nullable Performance due;

  MailLoop(Mailbox mailbox, Consumer<Letter> reader) {
    this.mailbox = mailbox;
    this.reader = reader;
  }

  Mailbox.Admission tell(Letter letter) {
    var admission = put(letter);
    if (admission == Mailbox.Admission.START) {
      Thread.startVirtualThread(this);
    }
    return admission;
  }

  /// Whoever is told to start it runs this, or has another thread do so.
  Mailbox.Admission put(Letter letter) {
    return mailbox.put(letter);
  }

  @Override
  public void run() {
    run(null);
  }

  /// @param last what this thread has carried out before; null if nothing
  void run(@Nullable Performance last) {
    var done = last;
    MailLoop mail = this;
    while (mail != null) {
      var next = mail.readAll();
      if (next == null) {
        return;
      }
      if (done != null && done.isForeign()) {
        next.start();
        return;
      }
      done = next;
      mail = next.perform();
    }
  }

  /// @return what this thread may carry out, now that there is no mail; null if nothing
  private @Nullable Performance readAll() {
    var letter = mailbox.next();
    while (letter != null) {
      // Meant for whatever this thread has carried out before.
      Thread.interrupted();
      read(letter);
      var next = due;
      due = null;
      // From the moment at which there is none, another thread may be the reader.
      letter = mailbox.next();
      if (next != null && letter == null) {
        return next;
      }
      if (next != null) {
        next.start();
      }
    }
    return null;
  }

  /// The last resort: a reader that dies would leave its mailbox read by nobody, for good.
  private void read(Letter letter) {
    try {
      reader.accept(letter);
    } catch (Throwable bug) {
      LOG.error("a letter was lost: {}", letter.getClass().getSimpleName(), bug);
      Letters.refuse(letter, new StoreFailed(WriterProblems.unexpected("a session", bug)));
    }
  }

  /// Begins when the letter is read: the first on this thread, if there is no more mail.
  void carryOut(Performance performance) {
    if (due == null) {
      due = performance;
    } else {
      performance.start();
    }
  }
}
