/// Finds the lines of a text that a regular expression matches, fast: most lines are passed over
/// without asking the expression.
@NullMarked
package dev.drover.tools.search.line;

import org.jspecify.annotations.NullMarked;
