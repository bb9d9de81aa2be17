package dev.drover.kernel.value;

/// The effect of a tool on the world, as declared by its author.
public enum EffectClass {
  /// Changes nothing.
  PURE,
  /// Running it twice under one effect id is the same as once.
  IDEMPOTENT,
  /// Everything else. Never run again silently.
  UNSAFE
}
