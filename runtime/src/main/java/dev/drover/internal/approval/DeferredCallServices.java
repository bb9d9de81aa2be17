package dev.drover.internal.approval;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.artifact.ArtifactLimits;
import dev.drover.internal.run.InputDeliveries;
import dev.drover.internal.text.EventTexts;
import dev.drover.spi.secret.SecretRedactor;

/// The services that complete deferred calls.
public record DeferredCallServices(
    InputDeliveries deliveries,
    AgentRegistry agents,
    ArtifactLimits artifacts,
    EventTexts texts,
    SecretRedactor redactor) {}
