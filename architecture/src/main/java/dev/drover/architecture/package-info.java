/// The architecture rules, each an executable test.
///
/// A rule takes its input and returns findings; in addition to the test of the real tree there is
/// one with a bad sample, so that a rule that no longer detects anything is noticed.
@NullMarked
package dev.drover.architecture;

import org.jspecify.annotations.NullMarked;
