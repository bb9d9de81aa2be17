/// Patches of several files: readers for two formats, and one way to match them with the current
/// files.
@NullMarked
package dev.drover.tools.patch;

import org.jspecify.annotations.NullMarked;
