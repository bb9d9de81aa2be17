/// What stands between a command and the machine: what may be asked for, what this machine can do,
/// and how it is built. Knows nothing of tools and calls.
@NullMarked
package dev.drover.tools.sandbox;

import org.jspecify.annotations.NullMarked;
