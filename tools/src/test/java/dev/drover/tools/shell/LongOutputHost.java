package dev.drover.tools.shell;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.Changes;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A program with a small heap of its own that runs a command with a long output, and says what
/// became of it.
final class LongOutputHost implements ToolInvocation, Artifacts {
  private static final int LAST = 100;

  private final long bytes;
  private final Processes processes = new Processes();

  private LongOutputHost(long bytes) {
    this.bytes = bytes;
  }

  static Process start(long bytes) throws IOException {
    return ShellHost.fork(List.of("-Xmx24m"), LongOutputHost.class, List.of(Long.toString(bytes)));
  }

  static void main(String... args) throws Exception {
    var call = new LongOutputHost(Long.parseLong(args[0]));
    if (!(Shells.bash(Confinement.OFF).call(call) instanceof ToolOutcome.Succeeded)) {
      throw new AssertionError("the command failed");
    }
    call.processes.close();
  }

  @Override
  public String arguments() {
    return "{\"command\":\"head -c %d /dev/zero | tr '\\\\0' x\",\"yield\":600,\"timeout\":600}"
        .formatted(bytes);
  }

  /// Reads it as a store does, and keeps only its end.
  @Override
  public Artifact keep(InputStream content) throws IOException {
    var end = new byte[0];
    long total = 0;
    for (var piece = content.readNBytes(8192); piece.length > 0; piece = content.readNBytes(8192)) {
      total += piece.length;
      var joined = Arrays.copyOf(end, end.length + piece.length);
      System.arraycopy(piece, 0, joined, end.length, piece.length);
      end = Arrays.copyOfRange(joined, Math.max(0, joined.length - LAST), joined.length);
    }
    var text = new String(end, StandardCharsets.UTF_8).replace("\n", "\\n").replaceAll("^x*", "");
    System.out.println("artifact " + total + " ends " + text);
    return new Artifact(new BlobId("0".repeat(64)), total);
  }

  @Override
  public Artifacts artifacts() {
    return this;
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return type.cast(processes);
  }

  @Override
  public void output(String text) {
    if (text.isEmpty()) {
      throw new AssertionError("nothing is not shown");
    }
  }

  @Override
  public Path workspace() {
    return Path.of("/");
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
  public String basis() {
    return "";
  }

  @Override
  public Changes changes() {
    throw new UnsupportedOperationException("a command announces nothing");
  }

  @Override
  public Optional<Artifact> find(String name) {
    throw new UnsupportedOperationException("nobody reads it");
  }

  @Override
  public byte[] read(Artifact artifact, long offset, int length) {
    throw new UnsupportedOperationException("nobody reads it");
  }
}
