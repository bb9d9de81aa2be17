package dev.drover.bench.peers.restate;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;

/// What is asked of Restate's server beside runs.
record Admin(Address address) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern NUMBER = Pattern.compile("\"n\"\\s*:\\s*(\\d+)");
  private static final Pattern SYNCS = ofLog("restate_rocksdb_wal_synced_total");
  private static final Pattern BYTES = ofLog("restate_rocksdb_wal_bytes_total");

  /// Makes a service known that runs at this address.
  void register(String service) {
    post("/deployments", "{\"uri\":\"" + service + "\"}");
  }

  /// Entries of the journals of all invocations.
  long journalEntries() {
    var rows = post("/query", "{\"query\":\"SELECT count(*) AS n FROM sys_journal\"}");
    return number(NUMBER, rows);
  }

  /// How often the write-ahead log of the server's log was brought to the disk.
  long syncs() {
    return number(SYNCS, metrics());
  }

  /// How much was written to it.
  long logBytes() {
    return number(BYTES, metrics());
  }

  private String metrics() {
    return send(HttpRequest.newBuilder(URI.create(address.node() + "/metrics")));
  }

  private static Pattern ofLog(String metric) {
    return Pattern.compile(metric + "\\{.*db=\"log-server\".*} (\\d+)");
  }

  private String post(String path, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(address.admin() + path))
            .header("content-type", "application/json")
            .header("accept", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static String send(HttpRequest.Builder builder) {
    var request = builder.timeout(PATIENCE).build();
    try (var client = HttpClient.newHttpClient()) {
      var response = client.send(request, BodyHandlers.ofString());
      if (response.statusCode() / 100 != 2) {
        throw new IllegalStateException(request.uri() + " answered " + response.body());
      }
      return response.body();
    } catch (IOException broken) {
      throw new IllegalStateException(request.uri() + " does not answer: " + broken, broken);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stop);
    }
  }

  private static long number(Pattern pattern, String text) {
    var found = pattern.matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("Restate's server does not say " + pattern);
    }
    return Long.parseLong(found.group(1));
  }
}
