package dev.drover.bench.peers.parent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.bench.peers.parent.Peer.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
  @TempDir Path folder;

  @Test
  void theHarnessIsOnTheClassPathAndCountsForNobody() throws IOException {
    var harness = jar("drover-bench-peers-harness-0.1.0.jar", 7);
    var library = jar("library-core-2.0.1.jar", 1_500_000);
    var own = Files.createDirectories(folder.resolve("peer/target/classes"));
    Files.writeString(
        folder.resolve("peer/target/classpath.txt"), harness + File.pathSeparator + library + "\n");

    var path = ClassPath.of(folder, new Program("peer", "peer.Main"));

    assertThat(path.jars()).containsExactly(library);
    assertThat(path.megabytes()).isEqualTo(1.5);
    assertThat(path.version("library-core")).contains("2.0.1");
    assertThat(path.version("library")).isEmpty();
    assertThat(path.toString().split(File.pathSeparator))
        .containsExactly(own.toString(), harness.toString(), library.toString());
  }

  @Test
  void aPlainLoopNeedsNoJar() throws IOException {
    Files.createDirectories(folder.resolve("peer/target"));
    Files.writeString(folder.resolve("peer/target/classpath.txt"), "\n");
    assertThat(ClassPath.of(folder, new Program("peer", "peer.Main")).jars()).isEmpty();
  }

  @Test
  void aModuleThatCouldNotBeBuiltIsNamed() {
    assertThatThrownBy(() -> ClassPath.of(folder, new Program("peer", "peer.Main")))
        .hasMessage("is not built: there is no " + folder.resolve("peer/target/classpath.txt"));
  }

  private Path jar(String name, int size) throws IOException {
    return Files.write(folder.resolve(name), new byte[size]);
  }
}
