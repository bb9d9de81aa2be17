package dev.drover.bench.peers.restate;

import dev.drover.bench.peers.Host;
import dev.drover.bench.peers.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Restate's server on free ports of the loopback interface, with the settings it has by itself.
/// Its program comes from npm, by name and version, once.
public final class RestateServer implements Host.Server {
  private static final String VERSION = "1.7.12";
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration FETCH = Duration.ofMinutes(5);
  private static final long STOP_SECONDS = 20;
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Process process;
  private final Reply ready;

  private RestateServer(Process process, Reply ready) {
    this.process = process;
    this.ready = ready;
  }

  public static void main(String[] args) {
    Host.main(RestateServer::start, args);
  }

  private static RestateServer start(Path folder, Path cache)
      throws IOException, InterruptedException {
    var log = folder.resolve("restate.log");
    var program = program(cache, log);
    var ports = Ports.free();
    long start = System.nanoTime();
    var process = launch(program, folder, ports, log);
    try {
      awaitHealth(process, URI.create(ports.admin() + "/health"), log);
      awaitHealth(process, URI.create(ports.ingress() + "/restate/health"), log);
      long millis = (System.nanoTime() - start) / 1_000_000;
      var ready =
          Reply.of("ready")
              .with("address", ports.address())
              .with("pid", process.pid())
              .with("version", "Restate server " + VERSION)
              .with("settings", settings(program, folder))
              .with("millis", millis)
              .with("megabytes", Host.megabytes(program.getParent()));
      return new RestateServer(process, ready);
    } catch (IOException | InterruptedException | RuntimeException broken) {
      process.destroyForcibly();
      throw broken;
    }
  }

  /// The server's program, fetched if it is not there yet. Scripts of packages are not run.
  private static Path program(Path cache, Path log) throws IOException, InterruptedException {
    var folder = Files.createDirectories(cache.resolve(VERSION));
    if (find(folder).isEmpty()) {
      var npm =
          new ProcessBuilder(
              "npm",
              "install",
              "--prefix",
              folder.toString(),
              "--ignore-scripts",
              "--no-audit",
              "--no-fund",
              "@restatedev/restate-server@" + VERSION);
      run(npm, log, FETCH);
    }
    return find(folder).stream()
        .findFirst()
        .orElseThrow(() -> new IOException("npm has no program of Restate for this machine"));
  }

  private static List<Path> find(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(file -> file.endsWith("bin/restate-server")).toList();
    }
  }

  private static Process launch(Path program, Path folder, Ports ports, Path log)
      throws IOException {
    var builder =
        new ProcessBuilder(
            program.toString(),
            "--no-logo",
            "--listen-mode",
            "tcp",
            "--node-name",
            "bench",
            "--base-dir",
            folder.toString());
    builder.environment().put("RESTATE_DISABLE_TELEMETRY", "true");
    builder.environment().put("RESTATE_INGRESS__BIND_ADDRESS", Ports.LOOPBACK + ports.first());
    builder.environment().put("RESTATE_ADMIN__BIND_ADDRESS", Ports.LOOPBACK + ports.second());
    builder.environment().put("RESTATE_BIND_ADDRESS", Ports.LOOPBACK + ports.third());
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return builder.start();
  }

  private static void awaitHealth(Process process, URI health, Path log)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + START.toNanos();
    try (var client = HttpClient.newHttpClient()) {
      while (!isHealthy(client, health)) {
        if (process.waitFor(PAUSE)) {
          throw new IOException("Restate's server ended at its start; see " + log);
        }
        if (System.nanoTime() > end) {
          throw new IOException("Restate's server is not ready within " + START + "; see " + log);
        }
      }
    }
  }

  private static boolean isHealthy(HttpClient client, URI health) throws InterruptedException {
    var request = HttpRequest.newBuilder(health).timeout(START).build();
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /// What the server itself says about bringing its log to the disk.
  private static String settings(Path program, Path folder)
      throws IOException, InterruptedException {
    var dump = folder.resolve("settings.toml");
    run(new ProcessBuilder(program.toString(), "--dump-config"), dump, START);
    var section = "";
    for (var line : Files.readAllLines(dump)) {
      section = line.startsWith("[") ? line : section;
      if (section.equals("[log-server]") && line.startsWith("rocksdb-disable-wal-fsync")) {
        return "log-server." + line.replace(" ", "");
      }
    }
    return "unknown";
  }

  private static void run(ProcessBuilder builder, Path log, Duration atMost)
      throws IOException, InterruptedException {
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    var process = builder.start();
    if (!process.waitFor(atMost) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(String.join(" ", builder.command()) + " failed; see " + log);
    }
  }

  @Override
  public Reply ready() {
    return ready;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException stop) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /// Three ports that nobody uses. They are free again until the server takes them, so another
  /// could be faster; then the server says so and does not start.
  private record Ports(int first, int second, int third) {
    static final String LOOPBACK = "127.0.0.1:";

    static Ports free() throws IOException {
      var loopback = InetAddress.getLoopbackAddress();
      try (var first = new ServerSocket(0, 1, loopback);
          var second = new ServerSocket(0, 1, loopback);
          var third = new ServerSocket(0, 1, loopback)) {
        return new Ports(first.getLocalPort(), second.getLocalPort(), third.getLocalPort());
      }
    }

    String ingress() {
      return "http://" + LOOPBACK + first;
    }

    String admin() {
      return "http://" + LOOPBACK + second;
    }

    String address() {
      return new Address(ingress(), admin(), "http://" + LOOPBACK + third).toString();
    }
  }
}
