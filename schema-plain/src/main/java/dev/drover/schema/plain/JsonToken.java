package dev.drover.schema.plain;

/// The kind of the next part of a JSON text.
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

  /// The end of the text.
  END
}
