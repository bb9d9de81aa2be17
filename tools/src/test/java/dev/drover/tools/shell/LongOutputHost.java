package dev.drover.tools.shell;

import dev.drover.conformance.ToolTestCall;
import dev.drover.conformance.ToolTestSession;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A program with a small heap that runs a command with a long output and reports the result.
final class LongOutputHost extends ToolTestCall implements ArtifactAccess {
  private static final int LAST = 100;

  private LongOutputHost(ToolTestSession session, long bytes) {
    super(
        session,
        "{\"command\":\"head -c %d /dev/zero | tr '\\\\0' x\",\"yield\":600,\"timeout\":600}"
            .formatted(bytes),
        session.nextEffect());
  }

  static Process start(long bytes) throws IOException {
    return ShellHost.fork(List.of("-Xmx24m"), LongOutputHost.class, List.of(Long.toString(bytes)));
  }

  static void main(String... args) throws Exception {
    try (var session = new ToolTestSession(Path.of("/"))) {
      var call = new LongOutputHost(session, Long.parseLong(args[0]));
      if (!(TestShells.bash(Confinement.OFF).call(call) instanceof ToolOutcome.Succeeded)) {
        throw new AssertionError("the command failed");
      }
    }
  }

  /// Reads the content as a store does, and keeps only its end.
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
  public ArtifactAccess artifacts() {
    return this;
  }

  @Override
  public void output(String text) {
    if (text.isEmpty()) {
      throw new AssertionError("nothing is not shown");
    }
  }

  /// Only the end was kept, on the standard output.
  @Override
  public Optional<Artifact> find(String name) {
    return Optional.empty();
  }

  @Override
  public byte[] read(Artifact artifact, long offset, int length) {
    return new byte[0];
  }
}
