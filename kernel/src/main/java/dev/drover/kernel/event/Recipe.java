package dev.drover.kernel.event;

import dev.drover.kernel.value.Text;
import java.util.List;

/// The part of an agent that shapes its model requests and the treatment of its calls. Journaled
/// when it changes, so that a reader can explain why one request does not start with the previous
/// one. A run keeps the recipe it started with, except for a model that is replaced.
///
/// @param toolset a digest of the tools' names, descriptions and schemas
/// @param policy the rules by which calls are judged, in the policy's own syntax; may be empty
public record Recipe(
    String model, Text instructions, List<String> tools, String toolset, Text policy) {
  public Recipe {
    tools = List.copyOf(tools);
  }

  public Recipe(String model, Text instructions, List<String> tools, String toolset) {
    this(model, instructions, tools, toolset, Text.EMPTY);
  }

  /// The same recipe with another model.
  public Recipe withModel(String other) {
    return new Recipe(other, instructions, tools, toolset, policy);
  }
}
