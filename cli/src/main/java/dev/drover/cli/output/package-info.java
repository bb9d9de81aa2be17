/// The output for people and programs: readable lines on a terminal or in a file, or one JSON
/// object per line. Nothing here makes decisions.
@NullMarked
package dev.drover.cli.output;

import org.jspecify.annotations.NullMarked;
