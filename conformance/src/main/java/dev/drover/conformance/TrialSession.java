package dev.drover.conformance;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.FileChange;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.Changes;
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

/// A session in memory, for trying tools without a runtime. Holds what their calls have in common.
public final class TrialSession implements AutoCloseable {
  private final Path workspace;
  private final AtomicLong effects = new AtomicLong();
  private final Map<BlobId, byte[]> blobs = new ConcurrentHashMap<>();
  private final Map<BlobId, byte[]> artifacts = new ConcurrentHashMap<>();
  private final Map<EffectId, List<FileChange>> announced = new ConcurrentHashMap<>();
  private final Map<EffectId, BlobId> looks = new ConcurrentHashMap<>();
  private final Map<Class<?>, AutoCloseable> shared = new ConcurrentHashMap<>();

  public TrialSession(Path workspace) {
    this.workspace = workspace;
  }

  public Path workspace() {
    return workspace;
  }

  /// The content that was kept under this name.
  public byte[] kept(BlobId name) {
    var content = blobs.get(name);
    if (content == null) {
      throw new AssertionError("nothing was kept under " + name);
    }
    return content;
  }

  /// Everything that all calls announced.
  public List<FileChange> announced() {
    var all = new ArrayList<FileChange>();
    announced.values().forEach(all::addAll);
    return all;
  }

  /// A call with these arguments and nothing special about it.
  public TrialCall call(String arguments) {
    return new TrialCall(this, arguments, nextEffect());
  }

  public EffectId nextEffect() {
    return new EffectId(effects.incrementAndGet());
  }

  <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return type.cast(shared.computeIfAbsent(type, _ -> first.get()));
  }

  Changes changes(EffectId effect) {
    return new TrialChanges(effect);
  }

  Artifacts artifacts() {
    return new Artifacts() {
      @Override
      public Artifact keep(InputStream content) throws IOException {
        var bytes = content.readAllBytes();
        var name = Blobs.nameOf(Bytes.of(bytes));
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

  /// What one call says about files.
  private final class TrialChanges implements Changes {
    private final EffectId effect;

    TrialChanges(EffectId effect) {
      this.effect = effect;
    }

    @Override
    public BlobId keep(byte[] content) {
      var name = Blobs.nameOf(Bytes.of(content));
      blobs.put(name, content.clone());
      return name;
    }

    @Override
    public List<BlobId> keepAll(List<Bytes> contents) {
      return contents.stream().map(content -> keep(content.array())).toList();
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
    public void remember(BlobId look) {
      looks.put(effect, look);
    }

    @Override
    public Optional<BlobId> remembered() {
      return Optional.ofNullable(looks.get(effect));
    }

    @Override
    public boolean found(List<FileChange> changes) {
      announce(changes);
      return true;
    }
  }
}
