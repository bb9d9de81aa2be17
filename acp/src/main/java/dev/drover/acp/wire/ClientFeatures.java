package dev.drover.acp.wire;

import tools.jackson.databind.JsonNode;

/// What the editor said that it can do. Only what changes our behaviour is read: files and commands
/// are the business of Drover's own tools, so `fs/*` and `terminal/*` are never called.
///
/// @param showsNotices whether it shows notices beside the conversation
public record ClientFeatures(boolean showsNotices) {
  public static final ClientFeatures NONE = new ClientFeatures(false);

  /// @param capabilities the `clientCapabilities` of `initialize`; may be missing
  public static ClientFeatures read(JsonNode capabilities) {
    return new ClientFeatures(capabilities.path("session").path("notices").isObject());
  }
}
