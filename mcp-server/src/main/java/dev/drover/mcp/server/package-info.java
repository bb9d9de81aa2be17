/// Serves the agents of a runtime to clients of the Model Context Protocol.
///
/// ```java
/// var service = McpService.of(drover).agent(clerk, "Answers questions about orders.").build();
/// service.serve(in, out);                                        // one client, until the end of its input
/// HttpListener.onLoopback(0, service.httpHandler(), HttpLimits.DEFAULT);   // or many, over HTTP
/// ```
@NullMarked
package dev.drover.mcp.server;

import org.jspecify.annotations.NullMarked;
