package dev.drover.spi.model;

import dev.drover.kernel.message.ModelReply;

/// One model of one provider. Safe for use by many threads; keeps nothing between calls.
///
/// Laws: the reply contains everything that was streamed, in the same order; a call that cannot
/// produce a whole reply throws, it never returns a partial one; when its thread is interrupted it
/// closes its connection and returns within 100 ms.
public interface Model {
  /// `provider/model`.
  String name();

  /// The key under which the provider counts requests; always the same. When a key is throttled,
  /// the calls of every model with that key wait.
  default ProviderKey providerKey() {
    return ProviderKey.ofModel(name());
  }

  /// The maximum number of tokens of a reply. Budgets reserve this many before each call.
  default int maxOutput() {
    return 8_192;
  }

  /// The maximum number of tokens of a request and its reply together.
  default int window() {
    return 200_000;
  }

  /// Whether the provider can enforce a JSON schema. Other models are asked for JSON in the prompt.
  default boolean supportsJsonSchema() {
    return false;
  }

  /// Whether the model can read an attachment of this type.
  ///
  /// @param mediaType such as `image/png`
  default boolean acceptsMedia(String mediaType) {
    return true;
  }

  /// @param deltas receives fragments of the reply; may be called until this method returns
  /// @throws ModelException if there is no reply; says whether a retry makes sense, and by
  ///   [dev.drover.kernel.value.Failure.Retry.Throttled] that the provider key is out of quota
  ModelReply call(ModelRequest request, Delta.Sink deltas)
      throws ModelException, InterruptedException;
}
