/// Benchmarks of the time and the allocation of Drover's own code.
@NullMarked
package dev.drover.bench;

import org.jspecify.annotations.NullMarked;
