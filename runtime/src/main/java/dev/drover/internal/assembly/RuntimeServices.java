package dev.drover.internal.assembly;

import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.internal.handle.SessionHandles;
import dev.drover.internal.inbox.IgnoredInputs;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.tenant.TenantServices;
import dev.drover.quota.ProviderQuotas;

/// The services of a runtime for all its sessions.
public record RuntimeServices(
    StoredSessionQueries queries,
    TenantServices tenants,
    SessionHandles handles,
    LoadedSessions loaded,
    ProviderQuotas quotas,
    IgnoredInputs ignored,
    RuntimeState state,
    RuntimeShutdown shutdown) {}
