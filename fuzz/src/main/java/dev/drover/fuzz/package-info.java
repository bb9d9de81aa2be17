/// Texts that strangers write, sent to everything that reads them.
///
/// A target is one reader with what it promises, which is more than not to break: a codec gives
/// back what it was given, a patch leaves alone what is outside, a stream means the same however it
/// is cut. The same targets are tried in three ways. `CorpusTest` sends them what once broke
/// something, and `GeneratedTest` what a seed makes of it, each day; `CoverageGuidedTest` has a
/// fuzzer look for what nobody thought of, when there is time.
///
/// All of it is tests. A module of its own, because it sees all the others and nobody should see
/// it.
@NullMarked
package dev.drover.fuzz;

import org.jspecify.annotations.NullMarked;
