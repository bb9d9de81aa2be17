/// Work that an agent gives to others: who they are, and the tool by which a model does it. A child
/// is an ordinary session; what is said between it and its parent goes through their inboxes.
@NullMarked
package dev.drover.runtime.task;

import org.jspecify.annotations.NullMarked;
