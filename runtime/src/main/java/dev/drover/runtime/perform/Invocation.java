package dev.drover.runtime.perform;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.FileChange.Copy;
import dev.drover.kernel.FileChange.Side;
import dev.drover.kernel.OpenCall;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.hook.Scene;
import dev.drover.runtime.hooking.Scenes;
import dev.drover.spi.model.Delta;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.CancelScope;
import dev.drover.spi.tool.Changes;
import dev.drover.spi.tool.FileAccess;
import dev.drover.spi.tool.ToolInvocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One call on its stage, for the tool.
///
/// @param basis what the tool said when the call was judged; empty while it is
/// @param files what the policy says of files that the tool finds itself
public record Invocation(
    Stage stage,
    Texts texts,
    RunId run,
    EffectId effect,
    int attempt,
    String arguments,
    String basis,
    FileAccess files)
    implements ToolInvocation, Changes {
  /// A call that is judged, not made.
  Invocation(Stage stage, Texts texts, RunId run, EffectId effect, int attempt, String arguments) {
    this(stage, texts, run, effect, attempt, arguments, "", FileAccess.ALL);
  }

  /// The same call with other arguments.
  Invocation with(String other) {
    return new Invocation(stage, texts, run, effect, attempt, other, basis, files);
  }

  /// Where it is made, for hooks.
  Scene scene() {
    return Scenes.of(stage.state(), run);
  }

  @Override
  public SessionId session() {
    return Objects.requireNonNull(stage.state().profile().session());
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
  public Redactor redactor() {
    return texts.redactor();
  }

  @Override
  public Changes changes() {
    return this;
  }

  /// A file with a secret in it is named and not kept: it can be told apart, and not brought back.
  @Override
  public BlobId keep(byte[] content) {
    return texts.holdsSecret(content) ? Blobs.nameOf(Bytes.of(content)) : texts.keep(content);
  }

  @Override
  public List<BlobId> keepAll(List<Bytes> contents) {
    var names = new ArrayList<@Nullable BlobId>(contents.size());
    var open = new ArrayList<Bytes>(contents.size());
    for (var content : contents) {
      boolean secret = texts.holdsSecret(content.array());
      names.add(secret ? Blobs.nameOf(content) : null);
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
    stage.desk().announce(changes.stream().map(this::truthful).toList());
  }

  private FileChange truthful(FileChange change) {
    return new FileChange(change.path(), truthful(change.before()), truthful(change.after()));
  }

  private Side truthful(Side side) {
    return side instanceof Side.File(var digest, var mode, var copy)
            && copy == Copy.KEPT
            && texts.find(digest).isEmpty()
        ? new Side.File(digest, mode, Copy.NOT_KEPT)
        : side;
  }

  @Override
  public List<FileChange> announced() {
    return open().map(OpenCall::touched).orElse(List.of());
  }

  @Override
  public void remember(BlobId look) throws InterruptedException {
    stage.desk().remember(look);
  }

  @Override
  public Optional<BlobId> remembered() {
    return open().map(OpenCall::look);
  }

  @Override
  public boolean found(List<FileChange> changes) {
    return stage.desk().found(changes.stream().map(this::truthful).toList());
  }

  /// The call as it was when this attempt began.
  private Optional<OpenCall> open() {
    return stage.state().call(effect);
  }

  @Override
  public CancelScope scope() {
    return stage.desk().scope();
  }

  @Override
  public Artifacts artifacts() {
    return stage.desk().artifacts();
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return stage.desk().shared(type, first);
  }
}
