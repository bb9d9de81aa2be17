package dev.drover.spi.tool;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.secret.SecretRedactor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
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

  /// Large outputs of this session's tools, kept for a limited time outside the conversation.
  interface ArtifactAccess {
    /// Reads to the end, in pieces. The same content twice is one artifact. Content that exceeds
    /// the size limit is truncated, with a line at its end that says so.
    Artifact keep(InputStream content) throws IOException;

    /// @param name the whole name, or a unique prefix of at least 8 digits
    /// @return empty if this session has no such artifact, or has it no longer
    Optional<Artifact> find(String name);

    /// @return fewer bytes only at the end
    byte[] read(Artifact artifact, long offset, int length);

    record Artifact(BlobId name, long bytes) {
      public Artifact {
        NullChecks.nonNull(name, "Artifact.name");
      }

      /// A prefix of the name that is long enough to find it.
      public String shortName() {
        return name.sha256().substring(0, 12);
      }
    }
  }

  /// Announces a tool's changes to files before they are made. Recovery uses this to find out
  /// whether they happened, and undo uses it to restore the previous content.
  interface FileChanges {
    /// Stores a copy of a file's content.
    ///
    /// @return its name, for [FileChange.FileState.File]; durable when this returns
    BlobId store(byte[] content);

    /// Stores many contents at once, for little more than the cost of one.
    ///
    /// @return their names, in the same order
    List<BlobId> storeAll(List<Bytes> contents);

    /// The content that was stored under this name, by this attempt at the call or an earlier one.
    byte[] read(BlobId kept);

    /// Durable when this returns: only then may the change be made.
    ///
    /// @throws InterruptedException if the call is no longer wanted; then nothing may be changed
    void announce(List<FileChange> changes) throws InterruptedException;

    /// The changes that earlier attempts at this call announced, oldest first.
    List<FileChange> announced();

    /// For a call that cannot know its changes in advance: records a snapshot of the workspace.
    /// Durable when this returns: only then may the call begin.
    ///
    /// @param snapshot name of the snapshot, which was stored in the tool's own format
    /// @throws InterruptedException if the call is no longer wanted; then nothing may be changed
    void recordSnapshot(BlobId snapshot) throws InterruptedException;

    /// The snapshot that this call, or an earlier attempt at it, recorded last.
    Optional<BlobId> recordedSnapshot();

    /// Reports changes that the call made without announcing them. They are recorded even when the
    /// call is no longer wanted and the thread is interrupted, since they have happened.
    ///
    /// @return whether they are durable; if not, this process no longer holds the session
    boolean reportFound(List<FileChange> changes);
  }

  /// The files that a call may read without naming them, for a tool that searches for files itself:
  /// a search in a folder. The rules for such a call were applied to the folder, not to its files.
  ///
  /// Paths are relative to the workspace with `/` as separator, as in [CallSubject.File], with all
  /// links resolved. Safe for use by many threads.
  interface FileAccess {
    /// Allows everything, and records nothing.
    FileAccess ALL =
        new FileAccess() {
          @Override
          public Answer check(String path) {
            return Answer.YES;
          }

          @Override
          public void recordShown(String path) {}
        };

    /// The answer of the rules in force.
    enum Answer {
      YES,
      /// An approval is required and was not given.
      NOT_ASKED,
      /// It may not be read.
      NO
    }

    Answer check(String path);

    /// The tool's answer contains content of this file, or information about it.
    void recordShown(String path);
  }
}
