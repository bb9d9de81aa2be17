/// Where the parts meet: a store, a runtime on it, an agent with a model and tools, and somebody
/// who watches its run and answers when it asks.
@NullMarked
package dev.drover.cli.work;

import org.jspecify.annotations.NullMarked;
