/// A differential fuzzer of the shell policy. Lines are generated, mutated and judged, and the
/// allowed ones are run by the real bash in a sandbox whose programs report that they were started.
/// A line that starts or writes something its policy forbids is a finding.
@NullMarked
package dev.drover.fuzz.shell;

import org.jspecify.annotations.NullMarked;
