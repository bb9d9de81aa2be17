package dev.drover.model.http.facts;

/// An optional capability of a model.
public enum ModelAbility {
  /// Accepts images.
  IMAGES,
  /// Accepts PDF.
  DOCUMENTS,
  /// Accepts audio.
  AUDIO,
  /// Reasons before it answers, and shows the reasoning on request.
  REASONING,
  /// Answers in the format of a JSON schema.
  JSON,
  /// Requires each call in the history to have its original signature.
  SIGNED_CALLS
}
