/// Common to all ports.
///
/// A port is an interface that states its laws; each law has a test in the conformance suite. An
/// adapter that fails throws a [dev.drover.spi.PortException], which carries a problem that a
/// person can act on; an outcome that a run must react to is a value and is never thrown.
@NullMarked
package dev.drover.spi;

import org.jspecify.annotations.NullMarked;
