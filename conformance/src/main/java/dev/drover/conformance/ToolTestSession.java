package dev.drover.conformance;

import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import dev.drover.spi.tool.ToolInvocation.FileChanges;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// A session in memory, for testing tools without a runtime. Holds the state that their calls
/// share.
public final class ToolTestSession implements AutoCloseable {
  private final Path workspace;
  private final AtomicLong effects = new AtomicLong();
  private final Map<BlobId, byte[]> blobs = new ConcurrentHashMap<>();
  private final Map<BlobId, byte[]> artifacts = new ConcurrentHashMap<>();
  private final Map<EffectId, List<FileChange>> announced = new ConcurrentHashMap<>();
  private final Map<EffectId, BlobId> looks = new ConcurrentHashMap<>();
  private final Map<Class<?>, AutoCloseable> shared = new ConcurrentHashMap<>();

  public ToolTestSession(Path workspace) {
    this.workspace = workspace;
  }

  public Path workspace() {
    return workspace;
  }

  /// The content that was stored under this name.
  public byte[] kept(BlobId name) {
    var content = blobs.get(name);
    if (content == null) {
      throw new AssertionError("nothing was kept under " + name);
    }
    return content;
  }

  /// The announced changes of all calls.
  public List<FileChange> announced() {
    var all = new ArrayList<FileChange>();
    announced.values().forEach(all::addAll);
    return all;
  }

  /// A call with these arguments and defaults for everything else.
  public ToolTestCall call(String arguments) {
    return new ToolTestCall(this, arguments, nextEffect());
  }

  public EffectId nextEffect() {
    return new EffectId(effects.incrementAndGet());
  }

  <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return type.cast(shared.computeIfAbsent(type, _ -> first.get()));
  }

  FileChanges changes(EffectId effect) {
    return new TestFileChanges(effect);
  }

  ArtifactAccess artifacts() {
    return new ArtifactAccess() {
      @Override
      public Artifact keep(InputStream content) throws IOException {
        var bytes = content.readAllBytes();
        var name = Blobs.idOf(Bytes.of(bytes));
        artifacts.put(name, bytes);
        return new Artifact(name, bytes.length);
      }

      @Override
      public Optional<Artifact> find(String name) {
        return artifacts.entrySet().stream()
            .filter(e -> e.getKey().sha256().startsWith(name))
            .map(e -> new Artifact(e.getKey(), e.getValue().length))
            .findFirst();
      }

      @Override
      public byte[] read(Artifact artifact, long offset, int length) {
        var bytes = Objects.requireNonNull(artifacts.get(artifact.name()));
        int from = (int) Math.min(offset, bytes.length);
        return Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + length));
      }
    };
  }

  @Override
  public void close() {
    for (var each : shared.values()) {
      try {
        each.close();
      } catch (Exception broken) {
        throw new AssertionError("a shared resource does not close", broken);
      }
    }
  }

  /// The file changes of one call.
  private final class TestFileChanges implements FileChanges {
    private final EffectId effect;

    TestFileChanges(EffectId effect) {
      this.effect = effect;
    }

    @Override
    public BlobId store(byte[] content) {
      var name = Blobs.idOf(Bytes.of(content));
      blobs.put(name, content.clone());
      return name;
    }

    @Override
    public List<BlobId> storeAll(List<Bytes> contents) {
      return contents.stream().map(content -> store(content.array())).toList();
    }

    @Override
    public byte[] read(BlobId name) {
      return kept(name).clone();
    }

    @Override
    public void announce(List<FileChange> changes) {
      announced.computeIfAbsent(effect, _ -> new CopyOnWriteArrayList<>()).addAll(changes);
    }

    @Override
    public List<FileChange> announced() {
      return announced.getOrDefault(effect, List.of());
    }

    @Override
    public void recordSnapshot(BlobId snapshot) {
      looks.put(effect, snapshot);
    }

    @Override
    public Optional<BlobId> recordedSnapshot() {
      return Optional.ofNullable(looks.get(effect));
    }

    @Override
    public boolean reportFound(List<FileChange> changes) {
      announce(changes);
      return true;
    }
  }
}
