/// Reads files that people write for agents. An unusable file causes a warning with its name, line
/// and remedy, and the others are still read.
@NullMarked
package dev.drover.files;

import org.jspecify.annotations.NullMarked;
