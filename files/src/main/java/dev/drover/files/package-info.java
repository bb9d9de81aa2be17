/// Reads files that people write for agents. One that cannot be used is a warning that names it,
/// its line and what to do, and the others are read all the same.
@NullMarked
package dev.drover.files;

import org.jspecify.annotations.NullMarked;
