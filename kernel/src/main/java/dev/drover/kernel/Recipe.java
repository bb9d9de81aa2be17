package dev.drover.kernel;

import java.util.List;

/// What of an agent shapes its model requests. Journaled when it changes, so that a reader can tell
/// why one request does not start with the one before.
///
/// @param toolset a digest of the tools' names, descriptions and schemas
public record Recipe(String model, Text instructions, List<String> tools, String toolset) {
  public Recipe {
    tools = List.copyOf(tools);
  }
}
