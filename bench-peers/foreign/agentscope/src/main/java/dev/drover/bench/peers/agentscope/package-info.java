/// AgentScope as a contender: one ReAct agent, and a state store that keeps its sessions.
@NullMarked
package dev.drover.bench.peers.agentscope;

import org.jspecify.annotations.NullMarked;
