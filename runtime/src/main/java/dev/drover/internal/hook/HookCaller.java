package dev.drover.internal.hook;

import dev.drover.hook.Hook;
import dev.drover.internal.foreign.ForeignCode;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.secret.SecretRedactor;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Calls one hook on a separate thread and waits for it until its time limit.
record HookCaller(SecretRedactor redactor, HostCallbacks callbacks) {
  /// The hook returned no outcome.
  static final class HookFailed extends Exception {
    private static final long serialVersionUID = 1L;

    HookFailed(String what, @Nullable Throwable cause) {
      super(what, cause);
    }
  }

  /// @throws Unanswered if it threw or timed out; the message says which, without secrets
  /// @throws InterruptedException if this thread was interrupted; so is the hook's
  <T> T call(Hook hook, SessionId session, Callable<T> body)
      throws HookFailed, InterruptedException {
    var task = new FutureTask<>(callbacks.within(session, body));
    Thread.ofVirtual().name("drover-hook-" + hook.name()).start(task);
    try {
      var outcome = task.get(WaitLimit.cap(hook.terms().timeout()).toNanos(), TimeUnit.NANOSECONDS);
      if (outcome == null) {
        throw new HookFailed("gave no outcome", null);
      }
      return outcome;
    } catch (TimeoutException late) {
      throw new HookFailed("did not answer within " + hook.terms().timeout(), late);
    } catch (ExecutionException broken) {
      throw new HookFailed("broke: " + redactor.redact(described(broken.getCause())), broken);
    } finally {
      // Has no effect on a task that has ended.
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
