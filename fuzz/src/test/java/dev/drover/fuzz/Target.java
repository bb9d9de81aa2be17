package dev.drover.fuzz;

/// One reader of texts that strangers write, and what it promises about each of them.
///
/// A reader may refuse, in the way it documents. Everything else that is thrown is a finding, an
/// [AssertionError] for a broken promise as much as an exception that nobody announced.
///
/// Used by one thread.
@FunctionalInterface
interface Target {
  void accept(byte[] input) throws Exception;
}
