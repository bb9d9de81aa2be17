/// A store that lives as long as its process: for tests, trials and throwaway sessions. It obeys
/// every law of the port except for surviving a crash.
@NullMarked
package dev.drover.store.memory;

import org.jspecify.annotations.NullMarked;
