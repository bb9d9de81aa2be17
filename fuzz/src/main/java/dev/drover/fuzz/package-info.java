/// Fuzz tests for all readers of untrusted text.
///
/// A target is one reader with its guarantees, which are more than not to crash: a codec round trip
/// preserves the value, a patch changes nothing outside the workspace, a stream has the same
/// meaning however it is split. The same targets are tested in three ways. `FuzzCorpusTest` sends
/// them inputs that once caused a failure, and `MutatedInputsTest` mutations of these, in every
/// build; `CoverageGuidedTest` runs a coverage-guided fuzzer in long test runs.
///
/// Contains only tests. It is a module of its own because it depends on all others, and none may
/// depend on it.
@NullMarked
package dev.drover.fuzz;

import org.jspecify.annotations.NullMarked;
