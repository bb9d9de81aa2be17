package dev.drover.internal.tool;

import dev.drover.hook.HookPoint.HookContext;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.hook.HookContexts;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.FileChange.Copy;
import dev.drover.kernel.message.FileChange.FileState;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.Delta;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.tool.CancellationToken;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import dev.drover.spi.tool.ToolInvocation.FileAccess;
import dev.drover.spi.tool.ToolInvocation.FileChanges;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One call in its context, for the tool.
///
/// @param basis the tool's statement when the call was judged; empty during the judgement
/// @param files the policy for files that the tool finds itself
public record SessionToolInvocation(
    EffectContext stage,
    EventTexts texts,
    RunId run,
    EffectId effect,
    int attempt,
    String arguments,
    String basis,
    FileAccess files)
    implements ToolInvocation, FileChanges {
  /// A call that is judged, not made.
  public SessionToolInvocation(
      EffectContext stage,
      EventTexts texts,
      RunId run,
      EffectId effect,
      int attempt,
      String arguments) {
    this(stage, texts, run, effect, attempt, arguments, "", FileAccess.ALL);
  }

  /// The same call with other arguments.
  SessionToolInvocation with(String other) {
    return new SessionToolInvocation(stage, texts, run, effect, attempt, other, basis, files);
  }

  /// The context of the call, for hooks.
  HookContext scene() {
    return HookContexts.of(stage.state(), run);
  }

  @Override
  public SessionId session() {
    return Objects.requireNonNull(stage.state().profile().session());
  }

  @Override
  public Identity identity() {
    return stage.state().profile().identity();
  }

  @Override
  public Optional<Resumption> resumption() {
    return open()
        .map(OpenCall::resumption)
        .map(
            answered ->
                new Resumption(
                    answered.round(),
                    texts.read(answered.state()),
                    answered.answer(),
                    answered.answer() instanceof QuestionAnswer.Accepted(var content)
                        ? texts.read(content)
                        : ""));
  }

  @Override
  public Path workspace() {
    return Path.of(stage.state().profile().workspace());
  }

  @Override
  public void output(String text) {
    stage.deltas().accept(new Delta.ToolOutputDelta(effect, text));
  }

  @Override
  public SecretRedactor redactor() {
    return texts.redactor();
  }

  @Override
  public FileChanges changes() {
    return this;
  }

  /// A file with a secret is named and not stored: a change can be detected, but not undone.
  @Override
  public BlobId store(byte[] content) {
    return texts.holdsSecret(content) ? Blobs.idOf(Bytes.of(content)) : texts.keep(content);
  }

  @Override
  public List<BlobId> storeAll(List<Bytes> contents) {
    var names = new ArrayList<@Nullable BlobId>(contents.size());
    var open = new ArrayList<Bytes>(contents.size());
    for (var content : contents) {
      boolean secret = texts.holdsSecret(content.array());
      names.add(secret ? Blobs.idOf(content) : null);
      if (!secret) {
        open.add(content);
      }
    }
    var kept = texts.keepAll(open).iterator();
    return names.stream().map(name -> name == null ? kept.next() : name).toList();
  }

  @Override
  public byte[] read(BlobId kept) {
    return texts
        .find(kept)
        .orElseThrow(() -> new IllegalStateException("nothing was kept under " + kept));
  }

  @Override
  public void announce(List<FileChange> changes) throws InterruptedException {
    stage.services().announce(changes.stream().map(this::truthful).toList());
  }

  private FileChange truthful(FileChange change) {
    return new FileChange(change.path(), truthful(change.before()), truthful(change.after()));
  }

  private FileState truthful(FileState side) {
    return side instanceof FileState.File(var digest, var mode, var copy)
            && copy == Copy.KEPT
            && texts.find(digest).isEmpty()
        ? new FileState.File(digest, mode, Copy.NOT_KEPT)
        : side;
  }

  @Override
  public List<FileChange> announced() {
    return open().map(OpenCall::fileChanges).orElse(List.of());
  }

  @Override
  public void recordSnapshot(BlobId look) throws InterruptedException {
    stage.services().recordSnapshot(look);
  }

  @Override
  public Optional<BlobId> recordedSnapshot() {
    return open().map(OpenCall::snapshot);
  }

  @Override
  public boolean reportFound(List<FileChange> changes) {
    return stage.services().recordFound(changes.stream().map(this::truthful).toList());
  }

  /// The call as it was when this attempt began.
  private Optional<OpenCall> open() {
    return stage.state().call(effect);
  }

  @Override
  public CancellationToken cancellation() {
    return stage.services().scope();
  }

  @Override
  public ArtifactAccess artifacts() {
    return stage.services().artifacts();
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return stage.services().shared(type, first);
  }
}
