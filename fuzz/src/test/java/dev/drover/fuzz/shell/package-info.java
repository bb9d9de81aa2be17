/// A differential fuzzer of the shell policy. Lines are generated and mutated, judged, and those
/// that were allowed are run by the real bash in a sandbox whose programs report that they were
/// started. A line that starts, or writes, what its policy forbids is a finding.
@NullMarked
package dev.drover.fuzz.shell;

import org.jspecify.annotations.NullMarked;
