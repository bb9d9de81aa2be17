package dev.drover.runtime.hooking;

import dev.drover.kernel.LongestWait;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.foreign.ForeignCode;
import dev.drover.runtime.hook.Hook;
import dev.drover.spi.secret.Redactor;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Calls one hook on a thread of its own and waits for it, but not longer than it may take.
record Calling(Redactor redactor, HostCallbacks callbacks) {
  /// The hook gave no outcome.
  static final class Unanswered extends Exception {
    private static final long serialVersionUID = 1L;

    Unanswered(String what, @Nullable Throwable cause) {
      super(what, cause);
    }
  }

  /// @throws Unanswered if it threw, or its time was over; it says which, without secrets
  /// @throws InterruptedException if this thread was interrupted; so is the hook's
  <T> T call(Hook hook, SessionId session, Callable<T> body)
      throws Unanswered, InterruptedException {
    var task = new FutureTask<>(callbacks.within(session, body));
    Thread.ofVirtual().name("drover-hook-" + hook.name()).start(task);
    try {
      var outcome =
          task.get(LongestWait.cap(hook.terms().timeout()).toNanos(), TimeUnit.NANOSECONDS);
      if (outcome == null) {
        throw new Unanswered("gave no outcome", null);
      }
      return outcome;
    } catch (TimeoutException late) {
      throw new Unanswered("did not answer within " + hook.terms().timeout(), late);
    } catch (ExecutionException broken) {
      throw new Unanswered("broke: " + redactor.redact(described(broken.getCause())), broken);
    } finally {
      // Of one that has ended this is nothing.
      task.cancel(true);
    }
  }

  private static String described(@Nullable Throwable why) {
    var message = why == null ? null : ForeignCode.message(why);
    return message != null ? message : why == null ? "it is not known how" : kind(why);
  }

  private static String kind(Throwable why) {
    return why.getClass().getName();
  }
}
