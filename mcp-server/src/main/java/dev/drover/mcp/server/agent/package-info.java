/// Agents, sessions, artifacts and commands of a runtime, as features of an MCP server.
///
/// A call of an agent's tool starts a run or finds the one with the same key, reports its progress,
/// passes its questions to the client, and returns its answer. The run itself is durable and
/// belongs to its session: it goes on when the call is over.
@NullMarked
package dev.drover.mcp.server.agent;

import org.jspecify.annotations.NullMarked;
