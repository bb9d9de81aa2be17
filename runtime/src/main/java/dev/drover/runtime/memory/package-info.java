/// A store that lives as long as its process: for tests, for trials, and for sessions that nobody
/// would miss. It keeps every law of the port but that of outliving a crash.
@NullMarked
package dev.drover.runtime.memory;

import org.jspecify.annotations.NullMarked;
