/// Handing a conversation on: to whom an agent can, and the tool by which its model does it.
@NullMarked
package dev.drover.runtime.handoff;

import org.jspecify.annotations.NullMarked;
