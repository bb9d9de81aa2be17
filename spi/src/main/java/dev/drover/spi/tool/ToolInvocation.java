package dev.drover.spi.tool;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.message.QuestionAnswer;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.secret.SecretRedactor;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/// One call, as the tool sees it.
public interface ToolInvocation {
  SessionId session();

  RunId run();

  EffectId effect();

  /// How often the tool was called for this call: 1, and more if the process died during an earlier
  /// attempt, or if a question was answered.
  int attempt();

  /// The answer to the question with which the tool returned last.
  ///
  /// @return empty if it has not asked
  default Optional<Resumption> resumption() {
    return Optional.empty();
  }

  /// The user of the session.
  default Identity identity() {
    return Identity.NONE;
  }

  /// JSON that is valid for the tool's schema.
  String arguments();

  Path workspace();

  /// The result of [AgentTool#basis] when the call was judged.
  String basis();

  /// For a tool that changes files.
  FileChanges changes();

  ArtifactAccess artifacts();

  /// For a tool that searches for files itself.
  default FileAccess files() {
    return FileAccess.ALL;
  }

  /// Knows the secrets that must not be stored or shown.
  default SecretRedactor redactor() {
    return SecretRedactor.KNOWN_SHAPES;
  }

  /// An object that lives as long as the session is loaded in this process: the same for every call
  /// of the session, closed with the session.
  <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first);

  /// Shows text live. Not stored: the model sees only the outcome.
  void output(String text);

  /// Cancelled when the call is no longer wanted: it, its run, session or runtime was cancelled, or
  /// its time is over. The thread of the call is interrupted as well; this is for work that the
  /// tool has started elsewhere.
  default CancellationToken cancellation() {
    return CancellationToken.NEVER;
  }

  /// The same for every attempt at this call and for no other call: pass it to a service that must
  /// not repeat the work.
  default String idempotencyKey() {
    return completionKey().toString();
  }

  /// For a tool that has the call performed elsewhere: the holder of this key reports how the call
  /// ended.
  default DeferredCallKey completionKey() {
    return new DeferredCallKey(session(), effect());
  }

  /// An answered question of this call.
  ///
  /// @param round how many questions of the call were answered, this one included
  /// @param state of the question, unchanged
  /// @param content the JSON object of an accepted answer; empty for any other
  record Resumption(int round, String state, QuestionAnswer answer, String content) {
    public Resumption {
      NullChecks.nonNull(state, "Resumption.state");
      NullChecks.nonNull(answer, "Resumption.answer");
      NullChecks.nonNull(content, "Resumption.content");
    }
  }
}
