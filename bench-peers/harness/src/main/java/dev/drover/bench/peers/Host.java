package dev.drover.bench.peers;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The program that keeps somebody else's server for the bench. It starts the server, says `@ready`
/// with the fields below, and stops the server when its own input ends: that happens too when the
/// one who started it is killed, so no server outlives the bench.
///
/// Arguments: an empty folder for what the server keeps, and a folder for what has to be fetched
/// only once.
///
/// Fields: `address` as in [Stage#engine()], `pid` of its process, `version`, `settings` that
/// decide what is durable, `millis` from its start until it can be used, `megabytes` of its
/// programs.
public final class Host {
  private Host() {}

  /// A server that runs.
  public interface Server extends AutoCloseable {
    Reply ready();

    /// Stops it and returns when it has stopped. Idempotent.
    @Override
    void close();
  }

  /// Fetches what is missing and starts the server.
  public interface Starter {
    Server start(Path folder, Path cache) throws IOException, InterruptedException;
  }

  public static void main(Starter starter, String... args) {
    try (var server = starter.start(Path.of(args[0]), Path.of(args[1]))) {
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      System.out.println(server.ready().line());
      var _ = System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException | RuntimeException broken) {
      System.out.println(Reply.of("failed").with("why", broken).line());
      broken.printStackTrace();
      System.exit(1);
    } catch (InterruptedException stop) {
      System.exit(1);
    }
    System.exit(0);
  }

  /// What all files in a folder weigh; a link weighs nothing.
  public static double megabytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      long bytes = 0;
      for (var file : files.filter(Host::isFile).toList()) {
        bytes += Files.size(file);
      }
      return bytes / 1e6;
    }
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }
}
