package dev.drover.internal.inbox;

import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts the inputs that changed nothing, and settles those that came through the inbox. Safe for
/// use by any thread.
public final class IgnoredInputs {
  private static final Logger LOG = LoggerFactory.getLogger(IgnoredInputs.class);

  private final Inbox inbox;
  private final LongAdder count = new LongAdder();

  public IgnoredInputs(Inbox inbox) {
    this.inbox = inbox;
  }

  /// @param consumed the id of its inbox item, if it came from the inbox
  public void ignored(SessionId session, Input input, @Nullable InputId consumed, String why) {
    count.increment();
    LOG.debug("session {} ignored {}: {}", session, input, why);
    if (consumed != null) {
      inbox.settle(session, consumed, why);
    }
  }

  public long count() {
    return count.sum();
  }
}
