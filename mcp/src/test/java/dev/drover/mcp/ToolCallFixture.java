package dev.drover.mcp;

import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import dev.drover.spi.tool.ToolInvocation.FileChanges;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One call of a tool, as a test makes it.
public final class ToolCallFixture implements ToolInvocation, FileChanges {
  public final BlockingQueue<String> shown = new LinkedBlockingQueue<>(10_000);
  public final Map<BlobId, Bytes> stored = new ConcurrentHashMap<>();
  private final String arguments;
  private final @Nullable Resumption resumption;

  public ToolCallFixture(String arguments) {
    this(arguments, null);
  }

  public ToolCallFixture(String arguments, @Nullable Resumption resumption) {
    this.arguments = arguments;
    this.resumption = resumption;
  }

  @Override
  public Optional<Resumption> resumption() {
    return Optional.ofNullable(resumption);
  }

  @Override
  public SessionId session() {
    return new SessionId("s-1");
  }

  @Override
  public RunId run() {
    return new RunId("r-1");
  }

  @Override
  public EffectId effect() {
    return new EffectId(1);
  }

  @Override
  public int attempt() {
    return 1;
  }

  @Override
  public String arguments() {
    return arguments;
  }

  @Override
  public Path workspace() {
    return Path.of("");
  }

  @Override
  public String basis() {
    return "";
  }

  @Override
  public FileChanges changes() {
    return this;
  }

  @Override
  public ArtifactAccess artifacts() {
    throw new UnsupportedOperationException("a tool of a server keeps no artifacts");
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return first.get();
  }

  @Override
  public void output(String text) {
    shown.add(text);
  }

  @Override
  public BlobId store(byte[] content) {
    var id = Blobs.idOf(Bytes.of(content));
    stored.put(id, Bytes.of(content));
    return id;
  }

  @Override
  public List<BlobId> storeAll(List<Bytes> contents) {
    return contents.stream().map(each -> store(each.array())).toList();
  }

  @Override
  public byte[] read(BlobId kept) {
    throw new UnsupportedOperationException("nothing is read back");
  }

  @Override
  public void announce(List<FileChange> changes) {
    throw new UnsupportedOperationException("a tool of a server changes no files");
  }

  @Override
  public List<FileChange> announced() {
    return List.of();
  }

  @Override
  public void recordSnapshot(BlobId snapshot) {
    throw new UnsupportedOperationException("a tool of a server changes no files");
  }

  @Override
  public Optional<BlobId> recordedSnapshot() {
    return Optional.empty();
  }

  @Override
  public boolean reportFound(List<FileChange> changes) {
    return true;
  }
}
