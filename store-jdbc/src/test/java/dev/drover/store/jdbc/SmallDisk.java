package dev.drover.store.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A small separate disk that fills up quickly. Only where this process may mount one: elsewhere
/// the test is skipped.
record SmallDisk(Path path) implements AutoCloseable {
  static SmallDisk mount(Path folder, String size) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/mount")), "there is no mount here");
    var mounted = run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder.toString());
    assumeTrue(mounted, "this process may not mount");
    return new SmallDisk(folder);
  }

  void makeReadOnly() throws IOException, InterruptedException {
    assumeTrue(run("mount", "-o", "remount,ro", path.toString()), "cannot be made read-only");
  }

  void makeWritable() throws IOException, InterruptedException {
    assumeTrue(run("mount", "-o", "remount,rw", path.toString()), "cannot be made writable");
  }

  @Override
  public void close() throws IOException {
    try {
      run("umount", "-l", path.toString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
  }
}
