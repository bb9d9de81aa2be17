package dev.drover.runtime.json;

/// What stands next in a JSON text.
public enum JsonToken {
  OBJECT,
  END_OBJECT,
  ARRAY,
  END_ARRAY,

  /// Of a property; its value comes next.
  NAME,
  STRING,

  /// A number without fraction and exponent.
  WHOLE,

  /// Any other number.
  DECIMAL,
  TRUE,
  FALSE,
  NULL,

  /// Nothing does.
  END
}
