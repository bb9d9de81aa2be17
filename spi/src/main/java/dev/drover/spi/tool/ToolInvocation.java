package dev.drover.spi.tool;

import dev.drover.kernel.CompletionKey;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.secret.Redactor;
import java.nio.file.Path;
import java.util.function.Supplier;

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

  /// What [AgentTool#basis] said when the call was judged.
  String basis();

  /// For a tool that changes files.
  Changes changes();

  Artifacts artifacts();

  /// For a tool that looks for files itself.
  default FileAccess files() {
    return FileAccess.ALL;
  }

  /// Knows what must not be written down or shown.
  default Redactor redactor() {
    return Redactor.OF_SHAPES;
  }

  /// Something that lives as long as the session does in this process: the same for every call of
  /// the session, closed when the session is.
  <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first);

  /// Shows something live. Not kept: what the model is to see is in the outcome.
  void output(String text);

  /// Cancelled when nobody waits for the call any more: it was cancelled, or its run, session or
  /// runtime was, or its time is over. The thread that carries the call out is interrupted as well;
  /// this is for what the tool has going elsewhere.
  default CancelScope scope() {
    return CancelScope.NEVER;
  }

  /// The same for every attempt at this call and for no other call: give it to the service that
  /// must not do a thing twice.
  default String idempotencyKey() {
    return completionKey().toString();
  }

  /// For a tool that has the call carried out elsewhere: whoever has this says how the call ended.
  default CompletionKey completionKey() {
    return new CompletionKey(session(), effect());
  }
}
