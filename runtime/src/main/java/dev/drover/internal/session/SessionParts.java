package dev.drover.internal.session;

import dev.drover.internal.commit.SessionCommitter;
import dev.drover.internal.dispatch.EffectScheduler;
import dev.drover.internal.dispatch.ReservationRelease;
import dev.drover.internal.inbox.WriterLoop;
import dev.drover.internal.state.KnownState;
import dev.drover.internal.state.OwnedRuns;

/// The objects that one session's writer consists of.
public record SessionParts(
    KnownState state,
    WriterLoop mail,
    OwnedRuns driving,
    EffectScheduler effects,
    ReservationRelease refunds,
    SessionCommitter committer,
    SessionOwnership ownership,
    SessionSuspension suspension,
    SessionRelease release,
    RequestHandler requests,
    InboxReader inbox,
    EffectAnswers answers) {}
