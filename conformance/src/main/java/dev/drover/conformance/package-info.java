/// The suites. An adapter's author extends one, hands in the adapter, and runs it.
@NullMarked
package dev.drover.conformance;

import org.jspecify.annotations.NullMarked;
