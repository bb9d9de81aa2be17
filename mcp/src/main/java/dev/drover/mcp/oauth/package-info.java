/// Access tokens for servers over HTTP: OAuth 2.1 with PKCE, as the protocol's authorization
/// chapter describes it.
///
/// Tokens are kept in memory only, for one issuer, resource and user, and are never logged.
@NullMarked
package dev.drover.mcp.oauth;

import org.jspecify.annotations.NullMarked;
