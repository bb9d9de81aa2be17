package dev.drover.spi.mcp;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.value.Identity;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A server of the Model Context Protocol, and how to reach it.
///
/// @param name appears in the names of its tools, as in `mcp__name__tool`
/// @param startTimeout the time until it must have answered for the first time
/// @param callTimeout the time limit of one call
public record McpServer(
    String name, Transport transport, Duration startTimeout, Duration callTimeout, Trust trust) {
  public static final Duration DEFAULT_START_TIMEOUT = Duration.ofSeconds(30);
  public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofMinutes(5);

  private static final int LONGEST_NAME = 32;

  public McpServer {
    NullChecks.nonNull(name, "McpServer.name");
    NullChecks.nonNull(transport, "McpServer.transport");
    NullChecks.nonNull(trust, "McpServer.trust");
    // Without "__" inside and "_" at its ends, no two servers share the name of a tool.
    if (name.length() > LONGEST_NAME || !isPartOfToolNames(name)) {
      throw new IllegalArgumentException(
          ("MCP server name '%s' must be 1 to %d letters, digits, '-' or '_', without '__' and"
                  + " without '_' at its beginning or end")
              .formatted(name, LONGEST_NAME));
    }
    startTimeout = positive(startTimeout, "startTimeout", name);
    callTimeout = positive(callTimeout, "callTimeout", name);
  }

  /// Two underscores separate the parts of a tool's name, so a name has neither two in a row nor
  /// one at its ends.
  private static boolean isPartOfToolNames(String name) {
    return name.matches("[A-Za-z0-9_-]+")
        && !name.startsWith("_")
        && !name.endsWith("_")
        && !name.contains("__");
  }

  private static Duration positive(Duration time, String field, String name) {
    if (!NullChecks.nonNull(time, "McpServer." + field).isPositive()) {
      throw new IllegalArgumentException(
          "MCP server %s: %s must be positive, not %s".formatted(name, field, time));
    }
    return WaitLimit.cap(time);
  }

  /// A program that speaks the protocol on its standard streams.
  public static McpServer stdio(String name, String... command) {
    return of(name, new Transport.Stdio(List.of(command), Map.of(), null));
  }

  /// A server that is reached over HTTP, without credentials.
  public static McpServer http(String name, URI uri) {
    return of(name, new Transport.Http(uri, HeaderSource.NONE, null));
  }

  /// With the default time limits, and not trusted.
  public static McpServer of(String name, Transport transport) {
    return new McpServer(
        name, transport, DEFAULT_START_TIMEOUT, DEFAULT_CALL_TIMEOUT, Trust.UNTRUSTED);
  }

  public McpServer trusted() {
    return new McpServer(name, transport, startTimeout, callTimeout, Trust.TRUSTED);
  }

  public McpServer startTimeout(Duration limit) {
    return new McpServer(name, transport, limit, callTimeout, trust);
  }

  public McpServer callTimeout(Duration limit) {
    return new McpServer(name, transport, startTimeout, limit, trust);
  }

  /// Whether the annotations of the server's tools are believed.
  public enum Trust {
    /// Each of its tools is unsafe, returns content from outside, and sends data away.
    UNTRUSTED,
    /// Its tools have the effect class and the data flow that their annotations state.
    TRUSTED
  }

  public sealed interface Transport {
    /// @param command the program and its arguments
    /// @param environment additional variables; the server inherits only a short list of others
    /// @param folder its working directory; null for the workspace of the session
    record Stdio(List<String> command, Map<String, String> environment, @Nullable Path folder)
        implements Transport {
      public Stdio {
        command = NullChecks.list(command, "Stdio.command");
        environment = Map.copyOf(NullChecks.nonNull(environment, "Stdio.environment"));
        if (command.isEmpty() || command.getFirst().isBlank()) {
          throw new IllegalArgumentException("Stdio.command: names no program");
        }
      }

      /// The values of variables may be secret.
      @Override
      public String toString() {
        return "Stdio[command=%s, environment=%s, folder=%s]"
            .formatted(command, environment.keySet(), folder);
      }
    }

    /// @param headers additional headers of each request
    /// @param authorization how access tokens are obtained; null if there are none
    record Http(URI uri, HeaderSource headers, @Nullable Authorization authorization)
        implements Transport {
      public Http {
        NullChecks.nonNull(uri, "Http.uri");
        NullChecks.nonNull(headers, "Http.headers");
        var scheme = uri.getScheme();
        if (uri.getHost() == null
            || !("https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme))) {
          throw new IllegalArgumentException(
              "Http.uri: must be an absolute https or http address, not " + uri);
        }
      }
    }
  }

  /// Supplies the headers of each request. May be called by any thread.
  @FunctionalInterface
  public interface HeaderSource {
    HeaderSource NONE = _ -> Map.of();

    /// @param caller the user of the session that the request is for
    /// @throws Exception if there are none for this user; the request is not sent
    Map<String, String> headers(Identity caller) throws Exception;
  }

  /// How access tokens are obtained with OAuth.
  ///
  /// @param clientId null if the client is described by its metadata document alone
  /// @param clientSecret null for a public client
  /// @param clientMetadata the address of the client's metadata document; null if there is none
  /// @param scopes to request; empty for those that the server names
  /// @param consent asks the user; null for a client that acts for itself
  public record Authorization(
      @Nullable String clientId,
      @Nullable String clientSecret,
      @Nullable URI clientMetadata,
      List<String> scopes,
      @Nullable UserConsent consent) {
    public Authorization {
      scopes = NullChecks.list(scopes, "Authorization.scopes");
      if (clientId == null && clientMetadata == null && consent == null) {
        throw new IllegalArgumentException(
            "Authorization: needs clientId, clientMetadata or consent");
      }
    }

    @Override
    public String toString() {
      return "Authorization[clientId=%s, clientMetadata=%s, scopes=%s]"
          .formatted(clientId, clientMetadata, scopes);
    }
  }

  /// Lets the user authorize the client, in a browser for example.
  public interface UserConsent {
    /// The address that the authorization server redirects the user to.
    URI redirect();

    /// Shows this address to the user and waits until the user was redirected. Interrupted when the
    /// time limit has passed.
    ///
    /// @return the whole address of the redirect
    URI obtain(URI address, Identity caller) throws Exception;
  }
}
