/// A handler takes an [dev.drover.server.HttpCall] and returns an [dev.drover.server.HttpReply],
/// blocking, on a virtual thread of its own. It does not see the server that it runs in, so that
/// the same handler can be used in another one.
///
/// Checks are handlers around handlers: [dev.drover.server.OriginGuard] refuses foreign pages and
/// names, [dev.drover.server.BearerGuard] refuses calls without a token.
/// [dev.drover.server.HttpListener] is the JDK's server, with limits and a graceful stop.
@NullMarked
package dev.drover.server;

import org.jspecify.annotations.NullMarked;
