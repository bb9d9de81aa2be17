/// The rules of the house, each a test that can fail.
///
/// A rule takes what it looks at and answers with findings; beside the test of the real tree stands
/// one with a bad sample, so that a rule that has gone blind is noticed.
@NullMarked
package dev.drover.architecture;

import org.jspecify.annotations.NullMarked;
