package dev.drover.kernel;

import java.util.List;

/// What of an agent shapes its model requests and what becomes of its calls. Journaled when it
/// changes, so that a reader can tell why one request does not start with the one before. A run
/// keeps the one it started with, but for its model, if another one replaces that.
///
/// @param toolset a digest of the tools' names, descriptions and schemas
/// @param policy the rules by which calls are judged, in the words of whoever judges; may be empty
public record Recipe(
    String model, Text instructions, List<String> tools, String toolset, Text policy) {
  public Recipe {
    tools = List.copyOf(tools);
  }

  public Recipe(String model, Text instructions, List<String> tools, String toolset) {
    this(model, instructions, tools, toolset, Text.EMPTY);
  }

  /// The same for another model.
  public Recipe withModel(String other) {
    return new Recipe(other, instructions, tools, toolset, policy);
  }
}
