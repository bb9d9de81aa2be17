package dev.drover.mcp.protocol;

import dev.drover.jsonrpc.RpcClosedException;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcTimeout;
import dev.drover.jsonrpc.RpcTimeoutException;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.mcp.transport.HttpStatusException;
import dev.drover.mcp.transport.ServerRequest;
import dev.drover.mcp.transport.ServerWire;
import dev.drover.mcp.transport.WireEra;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A server that has answered: the form of the protocol that it speaks, and what it can do. Safe
/// for use by many threads.
public final class ServerLink implements AutoCloseable {
  public static final String NEWEST = "2026-07-28";
  private static final String NEWEST_WITH_SESSIONS = "2025-11-25";
  private static final Set<String> WITH_SESSIONS =
      Set.of(NEWEST_WITH_SESSIONS, "2025-06-18", "2025-03-26", "2024-11-05");
  private static final int UNSUPPORTED_VERSION = -32022;
  private static final int MAX_PAGES = 100;
  private static final int MAX_ITEMS = 10_000;

  /// A server of the older form may ignore what it does not know. It is then asked in its own way.
  private static final Duration LONGEST_PROBE = Duration.ofSeconds(5);

  private final ServerWire wire;
  private final Duration startLimit;
  private final ReentrantLock handshake = new ReentrantLock();
  private final WireEra era;
  private volatile String version = "";
  private volatile ObjectNode capabilities = RpcJson.object();
  private volatile long sessions;

  /// Makes a new wire. A program may have ended because of the first question.
  public interface WireSource {
    ServerWire open() throws IOException;
  }

  /// The items of a list that may have had several pages.
  ///
  /// @param ttl how long the list is valid; zero if the server does not say
  public record ListedItems(List<JsonNode> items, Duration ttl) {
    public ListedItems {
      items = List.copyOf(items);
    }
  }

  private ServerLink(ServerWire wire, WireEra era, Duration startLimit) {
    this.wire = wire;
    this.era = era;
    this.startLimit = startLimit;
  }

  /// Finds out which form the server speaks, the newer one first.
  public static ServerLink open(WireSource source, Duration startLimit)
      throws IOException, RpcException, InterruptedException {
    var wire = source.open();
    ServerLink link = null;
    try {
      link = withoutSessions(wire, startLimit);
      if (link == null) {
        link = withSessionsIfKnown(wire, startLimit);
      }
      return link;
    } catch (RpcClosedException ended) {
      if (ended.sent() == RpcClosedException.Sent.NO) {
        throw ended;
      }
    } finally {
      if (link == null) {
        wire.close();
      }
    }
    return secondAttempt(source, startLimit);
  }

  private static ServerLink secondAttempt(WireSource source, Duration startLimit)
      throws IOException, RpcException, InterruptedException {
    var wire = source.open();
    boolean done = false;
    try {
      var link = withSessions(wire, startLimit);
      done = true;
      return link;
    } finally {
      if (!done) {
        wire.close();
      }
    }
  }

  /// @return null if the server speaks the older form
  private static @Nullable ServerLink withoutSessions(ServerWire wire, Duration startLimit)
      throws IOException, RpcException, InterruptedException {
    var link = new ServerLink(wire, WireEra.STATELESS, startLimit);
    link.version = NEWEST;
    wire.agreeOn(NEWEST, WireEra.STATELESS);
    var third = startLimit.dividedBy(3);
    var probe = third.compareTo(LONGEST_PROBE) < 0 ? third : LONGEST_PROBE;
    for (boolean again = false; ; again = true) {
      try {
        var result = link.request("server/discover", RpcJson.object(), RpcTimeout.of(probe));
        if (!texts(result.path("supportedVersions")).contains(NEWEST)) {
          return null;
        }
        link.capabilities = object(result.path("capabilities"));
        return link;
      } catch (RpcErrorException refused) {
        var data = refused.error().data();
        boolean supported = data != null && texts(data.path("supported")).contains(NEWEST);
        if (again || refused.error().code() != UNSUPPORTED_VERSION || !supported) {
          return null;
        }
      } catch (RpcTimeoutException _) {
        return null;
      } catch (HttpStatusException refused) {
        if (isFinal(refused.status())) {
          throw refused;
        }
        return null;
      }
    }
  }

  /// Statuses that have nothing to do with the form of the protocol.
  private static boolean isFinal(int status) {
    return status < 400 || status >= 500 || status == 401 || status == 403 || status == 429;
  }

  /// A program that started slowly may have answered the first question too late. If it refuses the
  /// handshake, it is asked again.
  private static ServerLink withSessionsIfKnown(ServerWire wire, Duration startLimit)
      throws IOException, RpcException, InterruptedException {
    try {
      return withSessions(wire, startLimit);
    } catch (RpcErrorException refused) {
      var late = withoutSessions(wire, startLimit);
      if (late == null) {
        throw refused;
      }
      return late;
    }
  }

  private static ServerLink withSessions(ServerWire wire, Duration startLimit)
      throws IOException, RpcException, InterruptedException {
    var link = new ServerLink(wire, WireEra.SESSION, startLimit);
    link.shakeHands();
    return link;
  }

  private void shakeHands() throws IOException, RpcException, InterruptedException {
    wire.agreeOn("", WireEra.SESSION);
    var params = RpcJson.object().put("protocolVersion", NEWEST_WITH_SESSIONS);
    params.set("capabilities", ClientProfile.capabilities(WireEra.SESSION));
    params.set("clientInfo", ClientProfile.info());
    var result =
        wire.request(
            new ServerRequest("initialize", params, Map.of(), RpcTimeout.of(startLimit), null));
    var agreed = result.path("protocolVersion").asString("");
    if (!WITH_SESSIONS.contains(agreed)) {
      throw new IOException(
          "the server speaks version '%s' of the protocol; known are %s and %s"
              .formatted(agreed, NEWEST, WITH_SESSIONS.stream().sorted().toList()));
    }
    version = agreed;
    capabilities = object(result.path("capabilities"));
    wire.agreeOn(agreed, WireEra.SESSION);
    wire.notify("notifications/initialized", RpcJson.object());
  }

  /// How often the session has begun again. Pass it to [#renewSession].
  public long sessions() {
    return sessions;
  }

  /// Begins a new session, unless another thread has done that since.
  public void renewSession(long since) throws IOException, RpcException, InterruptedException {
    handshake.lockInterruptibly();
    try {
      if (sessions == since) {
        shakeHands();
        sessions = since + 1;
      }
    } finally {
      handshake.unlock();
    }
  }

  public WireEra era() {
    return era;
  }

  public String version() {
    return version;
  }

  public boolean offers(String capability) {
    return capabilities.has(capability);
  }

  public void extendOpen() {
    wire.extendOpen();
  }

  /// A request without headers and progress.
  public JsonNode request(String method, ObjectNode params, RpcTimeout timeout)
      throws IOException, RpcException, InterruptedException {
    return request(method, params, Map.of(), timeout, null);
  }

  public JsonNode request(
      String method,
      ObjectNode params,
      Map<String, String> headers,
      RpcTimeout timeout,
      @Nullable Consumer<JsonNode> progress)
      throws IOException, RpcException, InterruptedException {
    return wire.request(prepare(method, params, headers, timeout, progress));
  }

  private ServerRequest prepare(
      String method,
      ObjectNode params,
      Map<String, String> headers,
      RpcTimeout timeout,
      @Nullable Consumer<JsonNode> progress) {
    if (era == WireEra.SESSION) {
      return new ServerRequest(method, params, Map.of(), timeout, progress);
    }
    var whole = params.deepCopy();
    ClientProfile.describe(whole, version);
    return new ServerRequest(method, whole, headers, timeout, progress);
  }

  /// All pages of a list, up to a limit.
  public ListedItems list(String method, String field, RpcTimeout timeout)
      throws IOException, RpcException, InterruptedException {
    var items = new ArrayList<JsonNode>();
    var ttl = Duration.ZERO;
    var cursor = "";
    for (int page = 0; page < MAX_PAGES; page++) {
      var params = RpcJson.object();
      if (!cursor.isEmpty()) {
        params.put("cursor", cursor);
      }
      var result = request(method, params, timeout);
      result.path(field).forEach(items::add);
      ttl = WaitLimit.cap(Duration.ofMillis(Math.max(0, result.path("ttlMs").asLong(0))));
      var next = result.path("nextCursor").asString("");
      if (next.isEmpty()) {
        return new ListedItems(items, ttl);
      }
      if (next.equals(cursor) || items.size() > MAX_ITEMS) {
        break;
      }
      cursor = next;
    }
    throw new IOException(
        "%s does not end: there were %d items on up to %d pages"
            .formatted(method, items.size(), MAX_PAGES));
  }

  /// Listens to changes of the lists, as far as the server reports them.
  public void listen() {
    if (era == WireEra.SESSION) {
      wire.listen(null);
      return;
    }
    var filter = RpcJson.object();
    for (var kind : List.of("tools", "prompts", "resources")) {
      if (capabilities.path(kind).path("listChanged").asBoolean(false)) {
        filter.put(kind + "ListChanged", true);
      }
    }
    if (!filter.isEmpty()) {
      var params = RpcJson.object();
      params.set("notifications", filter);
      wire.listen(
          prepare("subscriptions/listen", params, Map.of(), RpcTimeout.of(WaitLimit.LENGTH), null));
    }
  }

  @Override
  public void close() {
    wire.close();
  }

  private static ObjectNode object(JsonNode node) {
    return node instanceof ObjectNode object ? object : RpcJson.object();
  }

  private static List<String> texts(JsonNode list) {
    var all = new ArrayList<String>();
    list.forEach(each -> all.add(each.asString("")));
    return all;
  }
}
