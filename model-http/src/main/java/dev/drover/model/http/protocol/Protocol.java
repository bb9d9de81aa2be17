package dev.drover.model.http.protocol;

import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Bytes;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// How one kind of provider is spoken to. Pure: it keeps nothing and reaches for nothing.
///
/// Law: the body of a request is the beginning of the body of the next request in the same
/// conversation, byte for byte, but for what closes it and for marks that are not content.
public interface Protocol {
  /// Where a model is asked, below the base URL.
  String path(String model);

  /// What goes with a request.
  ///
  /// @param key empty if there is none
  Map<String, String> headers(String key);

  Bytes body(ModelRequest request, Target target);

  Reading reading(Target target, DeltaSink deltas);

  /// What a provider means by an error.
  ///
  /// @param status 0 if it came in the middle of a reply
  /// @param body what it said; a missing node if that is not JSON
  Trouble trouble(int status, JsonNode body);
}
