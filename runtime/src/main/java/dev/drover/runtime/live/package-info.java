/// The live side of watching: what a writer has just made durable, and the fragments that models
/// and tools show, handed to whoever watches in this process. Nothing here can hold up a run.
@NullMarked
package dev.drover.runtime.live;

import org.jspecify.annotations.NullMarked;
