/// Tests of agents as features, and the fixture that the official conformance suite wants.
@NullMarked
package dev.drover.mcp.server.agent;

import org.jspecify.annotations.NullMarked;
