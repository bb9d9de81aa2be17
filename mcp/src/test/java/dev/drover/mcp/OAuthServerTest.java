package dev.drover.mcp;

import static dev.drover.mcp.ConnectionFixture.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.value.Identity;
import dev.drover.mcp.HttpServerFixture.Asked;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpServer.Authorization;
import dev.drover.spi.mcp.McpServer.HeaderSource;
import dev.drover.spi.mcp.McpServer.Transport;
import dev.drover.spi.mcp.McpServer.UserConsent;
import dev.drover.spi.mcp.McpStatus.Phase;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A server that wants an access token, and its authorization server, on one address.
@Tag("H1")
class OAuthServerTest {
  private final AtomicInteger consents = new AtomicInteger();
  private final AtomicInteger refreshes = new AtomicInteger();
  private final AtomicInteger tokens = new AtomicInteger();
  private final Map<String, String> users = new ConcurrentHashMap<>();
  private volatile @Nullable String revoked;
  private volatile boolean slow;

  @Test
  void manyRefusedCallsLeadToOneRefresh() throws Exception {
    try (var server = server();
        var test = connect(new McpClientConnector(), server, "ada");
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(test.call("pay")).isEqualTo(succeeded("ada"));
      revoked = "t1";
      var calls = new ArrayList<Future<ToolAnswer>>();
      for (int i = 0; i < 20; i++) {
        calls.add(threads.submit(() -> test.call("pay")));
      }
      for (var call : calls) {
        assertThat(call.get()).isEqualTo(succeeded("ada"));
      }
      assertThat(refreshes).hasValue(1);
      assertThat(consents).hasValue(1);
    }
  }

  @Test
  void anExpiredTokenIsRefreshedBeforeItIsUsed() throws Exception {
    try (var server = server();
        var test = connect(new McpClientConnector(), server, "ada")) {
      test.time.advance(Duration.ofHours(1));
      assertThat(test.call("pay")).isEqualTo(succeeded("ada"));
      assertThat(refreshes).hasValue(1);
    }
  }

  @Test
  void aTokenIsSharedByConnectionsOfOneUserAndWithNoOther() throws Exception {
    var connector = new McpClientConnector();
    try (var server = server();
        var one = connect(connector, server, "ada");
        var same = connect(connector, server, "ada");
        var other = connect(connector, server, "eve")) {
      assertThat(one.call("pay")).isEqualTo(succeeded("ada"));
      assertThat(same.call("pay")).isEqualTo(succeeded("ada"));
      assertThat(other.call("pay")).isEqualTo(succeeded("eve"));
      assertThat(consents).hasValue(2);
    }
  }

  @Test
  void aSlowAuthorizationServerFailsTheConnectionInTimeAndNothingElse() throws Exception {
    slow = true;
    try (var server = server()) {
      try (var test = open(new McpClientConnector(), server, "ada")) {
        test.time.awaitSleepers(2);
        while (test.connection.status().phase() == Phase.CONNECTING) {
          test.time.advanceToNext();
          Thread.onSpinWait();
        }
        assertThat(test.connection.status().phase()).isEqualTo(Phase.FAILED);
      }
    }
  }

  private ConnectionFixture connect(
      McpClientConnector connector, HttpServerFixture server, String user) throws Exception {
    return open(connector, server, user).settled();
  }

  private ConnectionFixture open(
      McpClientConnector connector, HttpServerFixture server, String user) {
    var authorization = new Authorization("me", null, null, java.util.List.of(), consent);
    var transport = new Transport.Http(server.uri(), HeaderSource.NONE, authorization);
    return new ConnectionFixture(
        connector, McpServer.of("web", transport), Identity.ofTenant("acme").principal(user));
  }

  private final UserConsent consent =
      new UserConsent() {
        @Override
        public URI redirect() {
          return URI.create("http://localhost:1/callback");
        }

        @Override
        public URI obtain(URI address, Identity caller) {
          consents.incrementAndGet();
          var state = address.getQuery().replaceAll(".*state=([^&]*).*", "$1");
          return URI.create(
              "http://localhost:1/callback?code=%s&state=%s".formatted(caller.principal(), state));
        }
      };

  private HttpServerFixture server() throws Exception {
    var server = new HttpServerFixture[1];
    server[0] = new HttpServerFixture(asked -> handle(asked, server[0].uri()));
    server[0].guard = this::isAllowed;
    return server[0];
  }

  private boolean isAllowed(Asked asked) {
    var token = asked.header("Authorization").replace("Bearer ", "");
    return users.containsKey(token) && !token.equals(revoked);
  }

  private void handle(Asked asked, URI server) throws Exception {
    var path = asked.exchange().getRequestURI().getPath();
    var origin = "http://localhost:%d".formatted(server.getPort());
    if (slow && path.contains("well-known")) {
      new CountDownLatch(1).await();
    }
    if (path.startsWith("/.well-known/oauth-protected-resource")) {
      asked.answer(
          200,
          "application/json",
          "{\"resource\":\"%s\",\"authorization_servers\":[\"%s\"]}".formatted(server, origin));
    } else if (path.startsWith("/.well-known/")) {
      asked.answer(
          200,
          "application/json",
          "{\"issuer\":\"%1$s\",\"authorization_endpoint\":\"%1$s/authorize\",\"token_endpoint\":\"%1$s/token\",\"code_challenge_methods_supported\":[\"S256\"]}"
              .formatted(origin));
    } else if (path.equals("/token")) {
      token(asked);
    } else {
      var user = users.get(asked.header("Authorization").replace("Bearer ", ""));
      asked.result("{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}".formatted(user));
    }
  }

  private void token(Asked asked) throws Exception {
    var form = asked.method();
    boolean refresh = form.contains("grant_type=refresh_token");
    if (refresh) {
      refreshes.incrementAndGet();
    }
    var user =
        form.replaceAll(refresh ? ".*refresh_token=r-([a-z]+).*" : ".*code=([a-z]+).*", "$1");
    var token = "t" + tokens.incrementAndGet();
    users.put(token, user);
    asked.answer(
        200,
        "application/json",
        "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":3600,\"refresh_token\":\"r-%s\"}"
            .formatted(token, user));
  }
}
