package dev.drover.store.postgres;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.PortException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The address of a store: `postgresql://user:password@host:port/database?schema=drover`.
///
/// @param hosts one, or several separated by commas, each with an optional port
/// @param password null if there is none
/// @param schema that has the tables; several stores can be in one database
/// @param ssl options of the driver for encrypted connections
record PostgresUrl(
    String hosts,
    String database,
    String user,
    @Nullable String password,
    String schema,
    Hints hints,
    Map<String, String> ssl) {
  /// How changes by other processes are noticed.
  enum Hints {
    /// The server tells.
    LISTEN,
    /// This process asks: for a pooler that gives a connection away after each transaction.
    POLL
  }

  private static final Pattern FORM =
      Pattern.compile(
          "postgres(?:ql)?://(?:([^:@/?]*)(?::([^@/?]*))?@)?([^/?@]*)/([^/?]+)(?:\\?(.*))?");
  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,40}");
  private static final List<String> SSL =
      List.of("sslmode", "sslrootcert", "sslcert", "sslkey", "sslpassword");
  private static final String EXPECTED =
      "postgresql://user@host:port/database, with the options schema, hints (listen or poll) and"
          + " sslmode after a question mark";

  PostgresUrl {
    ssl = Map.copyOf(ssl);
  }

  static boolean isOne(String text) {
    return text.startsWith("postgresql://") || text.startsWith("postgres://");
  }

  static PostgresUrl parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw wrong("%s is not an address of a PostgreSQL database".formatted(withoutPassword(text)));
    }
    var options = options(parts.group(5));
    var schema = options.getOrDefault("schema", "drover");
    if (!SCHEMA.matcher(schema).matches()) {
      throw wrong(
          "the schema %s is not a name of lower-case letters, digits and _".formatted(schema));
    }
    var password = parts.group(2);
    var user = parts.group(1);
    return new PostgresUrl(
        parts.group(3).isEmpty() ? "localhost" : parts.group(3),
        decoded(parts.group(4)),
        user == null || user.isEmpty() ? "postgres" : decoded(user),
        password == null ? null : decoded(password),
        schema,
        hints(options.getOrDefault("hints", "listen")),
        ssl(options));
  }

  private static Hints hints(String name) {
    return switch (name) {
      case "listen" -> Hints.LISTEN;
      case "poll" -> Hints.POLL;
      default -> throw wrong("hints is listen or poll, not " + name);
    };
  }

  private static Map<String, String> options(@Nullable String query) {
    var options = new TreeMap<String, String>();
    if (query == null || query.isEmpty()) {
      return options;
    }
    for (var pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      var name = equals < 0 ? pair : pair.substring(0, equals);
      if (equals < 0 || !(SSL.contains(name) || name.equals("schema") || name.equals("hints"))) {
        throw wrong("the option %s is not known".formatted(name));
      }
      options.put(name, decoded(pair.substring(equals + 1)));
    }
    return options;
  }

  private static Map<String, String> ssl(Map<String, String> options) {
    var ssl = new TreeMap<>(options);
    ssl.keySet().retainAll(SSL);
    return ssl;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /// For messages.
  static String withoutPassword(String url) {
    return url.replaceFirst("(//[^:@/?]*):[^@/?]*@", "$1@");
  }

  String jdbc() {
    return "jdbc:postgresql://%s/%s"
        .formatted(hosts, URLEncoder.encode(database, StandardCharsets.UTF_8));
  }

  Properties properties() {
    var properties = new Properties();
    properties.setProperty("user", user);
    if (password != null) {
      properties.setProperty("password", password);
    }
    properties.setProperty("ApplicationName", "drover");
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("socketTimeout", "120");
    properties.setProperty("tcpKeepAlive", "true");
    switch (hints) {
      case LISTEN -> properties.setProperty("currentSchema", schema);
      // A pooler may send the next transaction to a connection that does not know the statement.
      case POLL -> properties.setProperty("prepareThreshold", "0");
    }
    if (hosts.contains(",")) {
      properties.setProperty("targetServerType", "primary");
    }
    properties.putAll(ssl);
    return properties;
  }

  private static PortException wrong(String detail) {
    return new PortException(
        new Problem(
            "store_address",
            "The address of the store is wrong",
            detail,
            "Write " + EXPECTED + "."),
        null);
  }

  /// The address, without the password.
  @Override
  public String toString() {
    return "postgresql://%s@%s/%s".formatted(user, hosts, database)
        + (schema.equals("drover") ? "" : "?schema=" + schema);
  }
}
