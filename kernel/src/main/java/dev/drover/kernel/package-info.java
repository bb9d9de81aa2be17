/// A session is decided here and nowhere else: which events follow from an input, what state the
/// events fold into, and which effects that state still owes the world.
@NullMarked
package dev.drover.kernel;

import org.jspecify.annotations.NullMarked;
