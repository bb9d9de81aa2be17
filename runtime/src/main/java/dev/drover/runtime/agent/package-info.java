/// An agent as the runtime works with it: its recipe, its tools ready to be called, and the judge
/// of its calls.
@NullMarked
package dev.drover.runtime.agent;

import org.jspecify.annotations.NullMarked;
