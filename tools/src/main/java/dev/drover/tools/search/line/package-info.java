/// Finds the lines of a text that a regular expression matches. For speed, most lines are skipped
/// without evaluating the expression.
@NullMarked
package dev.drover.tools.search.line;

import org.jspecify.annotations.NullMarked;
