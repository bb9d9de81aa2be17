/// An agent as the runtime uses it: its recipe, its tools, its settings, and the agents derived
/// from it for its children.
@NullMarked
package dev.drover.internal.agent;

import org.jspecify.annotations.NullMarked;
