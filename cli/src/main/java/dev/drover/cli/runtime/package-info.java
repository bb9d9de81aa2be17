/// Connects the parts: a store, a runtime on it, an agent with a model and tools, and the watcher
/// and responder of its run.
@NullMarked
package dev.drover.cli.runtime;

import org.jspecify.annotations.NullMarked;
