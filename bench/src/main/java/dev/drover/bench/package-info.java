/// Benchmarks: how long a thing takes and what it allocates, measured and compared.
@NullMarked
package dev.drover.bench;

import org.jspecify.annotations.NullMarked;
