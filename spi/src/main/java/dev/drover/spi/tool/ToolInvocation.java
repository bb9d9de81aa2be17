package dev.drover.spi.tool;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import java.nio.file.Path;

/// One call, as the tool sees it.
public interface ToolInvocation {
  SessionId session();

  RunId run();

  EffectId effect();

  /// 1, and more if the process died during an earlier attempt.
  int attempt();

  /// JSON that fits the tool's schema.
  String arguments();

  Path workspace();

  /// Shows something live. Not kept: what the model is to see is in the outcome.
  void output(String text);

  /// The same for every attempt at this call and for no other call: give it to the service that
  /// must not do a thing twice.
  default String idempotencyKey() {
    return session() + "." + effect();
  }
}
