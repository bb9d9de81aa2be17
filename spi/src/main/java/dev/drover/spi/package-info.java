/// What all ports share.
///
/// A port is an interface that states its laws; each law has a test in the conformance suite. An
/// adapter that breaks throws a [dev.drover.spi.PortException], which carries a problem a person
/// can act on; an outcome that a run must react to is a value and is never thrown.
@NullMarked
package dev.drover.spi;

import org.jspecify.annotations.NullMarked;
