package dev.drover.model.http.facts;

/// Something that not every model can do.
public enum Ability {
  /// Looks at images.
  IMAGES,
  /// Reads PDF.
  DOCUMENTS,
  /// Listens to recordings.
  AUDIO,
  /// Thinks before it answers, and shows it when asked to.
  REASONING,
  /// Answers in a form that a JSON schema gives.
  JSON,
  /// Wants each call in the history to carry the signature it was made with.
  SIGNED_CALLS
}
