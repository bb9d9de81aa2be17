package dev.drover.spi.model;

import dev.drover.kernel.ModelReply;

/// One model of one provider. Safe for use by many threads; keeps nothing between calls.
///
/// Laws: the reply holds all that was streamed, in the same order; a call that cannot give a whole
/// reply throws, it never returns a part; when its thread is interrupted it closes its connection
/// and leaves within 100 ms.
public interface Model {
  /// `provider/model`.
  String name();

  /// Whom the provider counts its requests for; the same each time. A throttled account holds the
  /// calls of every model that names it.
  default Account account() {
    return Account.ofModel(name());
  }

  /// How many tokens a reply has at most. Budgets set so many aside before each call.
  default int maxOutput() {
    return 8_192;
  }

  /// How many tokens a request and its reply have together at most.
  default int window() {
    return 200_000;
  }

  /// Whether it can be held to a JSON schema. One that cannot is asked for JSON in words.
  default boolean givesJson() {
    return false;
  }

  /// Whether it can make something of what goes with a prompt.
  ///
  /// @param mediaType such as `image/png`
  default boolean reads(String mediaType) {
    return true;
  }

  /// @param deltas shown while the reply is being made; may be called until this method returns
  /// @throws ModelException if there is no reply; says whether another attempt makes sense, and by
  ///   [dev.drover.kernel.Failure.Retry.Throttled] that the account is out of quota
  ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException;
}
