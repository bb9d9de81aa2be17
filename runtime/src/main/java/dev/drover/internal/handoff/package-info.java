/// Hands conversations off to another agent.
@NullMarked
package dev.drover.internal.handoff;

import org.jspecify.annotations.NullMarked;
