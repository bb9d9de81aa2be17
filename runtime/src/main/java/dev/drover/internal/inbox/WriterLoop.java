package dev.drover.internal.inbox;

import dev.drover.problem.StoreFailed;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the mailbox of one session, with one thread at a time, and carries out the due effects.
///
/// The thread that puts the first message into an empty mailbox starts a virtual thread, or is one
/// without other work, which reads until the mailbox is empty. Then it carries out a due effect and
/// reads the answer: a run has many short steps, and a new thread for each of them would cost as
/// much as the step.
///
/// A thread on which a tool ran carries out nothing else. Foreign code knows this thread, and may
/// interrupt it much later. For reading the mailbox this does no harm, for a payment it would.
///
/// [#submit] and [#put] may be called by any thread, [#perform] only by the one that reads.
public final class WriterLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterLoop.class);

  private final Mailbox mailbox;
  private final Consumer<WriterMessage> reader;
  private @Nullable DueWork due;

  /// A due effect that can be carried out on a separate thread, or on the one that read the
  /// mailbox.
  public interface DueWork {
    /// Starts it on a separate thread.
    void start();

    /// @return the loop to run next on this thread, which is free; null if there is none
    @Nullable WriterLoop perform();

    /// Whether foreign code knows the thread afterwards, and may interrupt it later.
    boolean isForeign();
  }

  public WriterLoop(Mailbox mailbox, Consumer<WriterMessage> reader) {
    this.mailbox = mailbox;
    this.reader = reader;
  }

  public Mailbox.Admission submit(WriterMessage message) {
    var admission = put(message);
    if (admission == Mailbox.Admission.START) {
      Thread.startVirtualThread(this);
    }
    return admission;
  }

  /// The caller that receives the instruction to start runs this, on its own thread or another.
  public Mailbox.Admission put(WriterMessage message) {
    return mailbox.put(message);
  }

  @Override
  public void run() {
    run(null);
  }

  /// @param last the previous work of this thread; null if there was none
  public void run(@Nullable DueWork last) {
    var done = last;
    WriterLoop mail = this;
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

  /// @return the work that this thread may carry out, now that the mailbox is empty; null if none
  private @Nullable DueWork readAll() {
    var message = mailbox.next();
    while (message != null) {
      // Clears an interrupt that was meant for the previous work of this thread.
      Thread.interrupted();
      read(message);
      var next = due;
      due = null;
      // Once there is no message, another thread may become the reader.
      message = mailbox.next();
      if (next != null && message == null) {
        return next;
      }
      if (next != null) {
        next.start();
      }
    }
    return null;
  }

  /// The last resort: if the reader died, no thread would ever read its mailbox again.
  private void read(WriterMessage message) {
    try {
      reader.accept(message);
    } catch (Throwable bug) {
      LOG.error("a letter was lost: {}", message.getClass().getSimpleName(), bug);
      WriterMessages.refuse(message, new StoreFailed(WriterProblems.unexpected("a session", bug)));
    }
  }

  /// Starts when the current message is processed: the first one on this thread, if the mailbox is
  /// empty.
  public void perform(DueWork performance) {
    if (due == null) {
      due = performance;
    } else {
      performance.start();
    }
  }
}
