package dev.drover.mcp;

import dev.drover.kernel.value.Identity;
import dev.drover.mcp.oauth.OAuthAuthorizer;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnector;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpServer.Transport;
import dev.drover.spi.time.Time;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/// Connects to MCP servers over standard streams and HTTP. All servers over HTTP share one client,
/// so that a server costs no thread of the system. Safe for use by many threads.
public final class McpClientConnector implements McpConnector {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);
  private static final int MAX_AUTHORIZERS = 1_000;

  private final ReentrantLock lock = new ReentrantLock();

  /// In the order of their last use.
  private final Map<AuthorizerKey, OAuthAuthorizer> authorizers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<AuthorizerKey, OAuthAuthorizer> eldest) {
          return size() > MAX_AUTHORIZERS;
        }
      };

  /// One user of one server. Tokens are never shared with another.
  private record AuthorizerKey(Transport.Http server, String tenant, String principal) {}

  public McpClientConnector() {}

  @Override
  public McpConnection open(McpServer server, Client client) {
    var connection = new ServerConnection(server, client, this::authorizer);
    connection.start();
    return connection;
  }

  /// HTTP/1.1, because closing a connection then ends exactly one exchange.
  static HttpClient httpClient() {
    return SharedClient.CLIENT;
  }

  private OAuthAuthorizer authorizer(Transport.Http server, Identity caller, Time time) {
    var key = new AuthorizerKey(server, caller.tenant(), caller.principal());
    lock.lock();
    try {
      return authorizers.computeIfAbsent(
          key, _ -> new OAuthAuthorizer(server, caller, httpClient(), time));
    } finally {
      lock.unlock();
    }
  }

  /// Made when the first server over HTTP is opened.
  private static final class SharedClient {
    static final HttpClient CLIENT =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_LIMIT)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
  }
}
