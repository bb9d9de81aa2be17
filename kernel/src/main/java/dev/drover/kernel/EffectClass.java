package dev.drover.kernel;

/// What a tool does to the world, as its author declares it.
public enum EffectClass {
  /// Changes nothing.
  PURE,
  /// Twice under one effect id is the same as once.
  IDEMPOTENT,
  /// Everything else. Never run again silently.
  UNSAFE
}
