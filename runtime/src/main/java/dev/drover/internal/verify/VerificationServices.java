package dev.drover.internal.verify;

import dev.drover.internal.artifact.ArtifactLimits;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.text.EventTexts;
import dev.drover.spi.time.Time;

/// The services that read and record the verification of a session.
public record VerificationServices(
    StoredSessionQueries queries,
    SessionInputs inputs,
    ArtifactLimits artifacts,
    EventTexts texts,
    Time time) {}
