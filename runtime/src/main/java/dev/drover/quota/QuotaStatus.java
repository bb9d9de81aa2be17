package dev.drover.quota;

import dev.drover.spi.model.ProviderKey;
import java.time.Instant;

/// The status of one provider key.
///
/// @param hits how often it was throttled since its last success; a burst counts once
/// @param until no call starts before this; in the past if it is not throttled
/// @param waiting how many model calls are being held
public record QuotaStatus(ProviderKey account, int hits, Instant until, int waiting) {}
