package dev.drover.model.http.protocol;

import dev.drover.model.http.facts.ModelFacts;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Which model is asked, and how.
///
/// @param name as `provider/model`
/// @param model as its provider calls it
/// @param options fields that go into each request as they are, JSON by name
public record Target(
    String name, String model, ModelFacts facts, Limit limit, Map<String, String> options) {
  /// Where the limit on a reply comes from. One that is assumed can be wrong, and a server with a
  /// small window refuses what would not fit.
  public enum Limit {
    KNOWN,
    ASSUMED
  }

  public Target {
    // In the order in which they were given: the bytes of a request must not change.
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }
}
