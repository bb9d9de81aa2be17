package dev.drover.model.http.protocol;

import dev.drover.model.http.facts.ModelFacts;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The model to call, and its options.
///
/// @param name as `provider/model`
/// @param model the provider's name for it
/// @param options fields that are added to each request as they are, JSON by name
public record ModelTarget(
    String name, String model, ModelFacts facts, Limit limit, Map<String, String> options) {
  /// The source of the limit on a reply. An assumed limit can be wrong, and a server with a small
  /// window rejects a request that would not fit.
  public enum Limit {
    KNOWN,
    ASSUMED
  }

  public ModelTarget {
    // In insertion order: the bytes of a request must not change.
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }
}
