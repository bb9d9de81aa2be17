/// The Model Context Protocol without a transport: requests of both eras, and what answers them.
///
/// In the legacy era (until 2025-11-25) a client first sends `initialize`, and the server may send
/// requests to it. In the modern era (from 2026-07-28) each request carries the client's version
/// and capabilities, and the server asks by returning a result that requires input. Features are
/// written once, in the modern form; [dev.drover.mcp.server.protocol.McpDispatcher] asks legacy
/// clients in their way.
@NullMarked
package dev.drover.mcp.server.protocol;

import org.jspecify.annotations.NullMarked;
