package dev.drover.fuzz;

/// One reader of untrusted text, with its guarantees for every input.
///
/// A reader may refuse an input in its documented way. Everything else that is thrown is a finding:
/// an [AssertionError] for a broken guarantee, or an undocumented exception.
///
/// Used by one thread.
@FunctionalInterface
interface FuzzTarget {
  void accept(byte[] input) throws Exception;
}
