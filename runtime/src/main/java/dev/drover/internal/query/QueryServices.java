package dev.drover.internal.query;

import dev.drover.internal.cluster.ProcessLease;
import dev.drover.internal.inbox.ApprovalAnswers;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.publish.LiveFeeds;
import dev.drover.internal.state.SessionStates;
import dev.drover.internal.text.EventTexts;
import dev.drover.quota.ProviderQuotas;
import dev.drover.spi.store.Store;
import dev.drover.spi.time.Time;

/// The services that queries read from.
public record QueryServices(
    Store store,
    EventTexts texts,
    LiveFeeds feeds,
    ApprovalAnswers answers,
    SessionPresence presence,
    ProcessLease lease,
    ProviderQuotas quotas,
    Time time) {
  SessionStates states() {
    return presence.states();
  }

  LoadedSessions loaded() {
    return presence.loaded();
  }
}
