package dev.drover.model.http.protocol;

import dev.drover.spi.Bytes;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ModelRequest;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The protocol of one kind of provider. Pure: it has no state and performs no I/O.
///
/// Law: the body of a request is a prefix of the body of the next request in the same conversation,
/// byte for byte, except for its closing characters and for marks that are not content.
public interface ProviderProtocol {
  /// The path of a model, below the base URL.
  String path(String model);

  /// The headers of a request.
  ///
  /// @param key empty if there is none
  Map<String, String> headers(String key);

  Bytes body(ModelRequest request, ModelTarget target);

  ReplyReader replyReader(ModelTarget target, Delta.Sink deltas);

  /// Interprets an error of the provider.
  ///
  /// @param status 0 if it came in the middle of a reply
  /// @param body the response; a missing node if it is not JSON
  ProviderError error(int status, JsonNode body);
}
