package dev.drover.runtime.quota;

import dev.drover.spi.model.Account;
import java.time.Instant;

/// How one account stands with its provider.
///
/// @param hits how often it was throttled since it was last served; a burst counts once
/// @param until nobody asks before this; long past if it is not throttled
/// @param waiting how many model calls are being held
public record QuotaStatus(Account account, int hits, Instant until, int waiting) {}
