/// Builds the objects of one runtime and closes them. No other object receives the assembly.
@NullMarked
package dev.drover.internal.assembly;

import org.jspecify.annotations.NullMarked;
