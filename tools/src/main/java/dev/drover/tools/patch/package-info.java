/// Patches of several files: two ways to write them down, one way to fit them to the files as they
/// are.
@NullMarked
package dev.drover.tools.patch;

import org.jspecify.annotations.NullMarked;
