package dev.drover.internal.dispatch;

import dev.drover.internal.hook.HostCallbacks;
import dev.drover.internal.inbox.WriterLoop;
import dev.drover.internal.publish.LiveFeeds;
import dev.drover.internal.state.KnownState;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.secret.SecretRedactor;

/// Where the output of a session's effects goes: deltas to watchers, answers to the session's
/// writer, and unused reservations back to their account.
public record EffectOutputTargets(
    SessionId id,
    KnownState state,
    WriterLoop writer,
    ReservationRelease refunds,
    LiveFeeds feeds,
    HostCallbacks callbacks,
    SecretRedactor redactor) {}
