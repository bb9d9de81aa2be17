/// Confinement of commands: the options, the means of this machine, and the construction of a
/// sandbox. Knows nothing about tools and calls.
@NullMarked
package dev.drover.tools.sandbox;

import org.jspecify.annotations.NullMarked;
