package dev.drover.cli.config;

import dev.drover.cli.config.McpServerSettings.Limits;
import dev.drover.cli.config.McpServerSettings.Reach;
import dev.drover.cli.config.McpServerSettings.Source;
import dev.drover.spi.mcp.McpServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the entries of `mcp`.
///
/// A stranger, or the agent, may have written the files of a workspace. So they can name no program
/// that prints a secret, set no variable that makes another program run or load something, and not
/// declare a server trusted.
final class McpSettingsReader {
  static final String COMMAND = "command";
  static final String URL = "url";
  static final String ENV = "env";
  static final String HEADERS = "headers";
  private static final String SECRETS = "secrets";
  private static final String TRUSTED = "trusted";
  private static final String START_TIMEOUT = "startTimeout";
  private static final String CALL_TIMEOUT = "callTimeout";
  private static final int MOST_SECONDS = 24 * 60 * 60;

  static final List<TableField> FIELDS =
      List.of(
          new TableField(
              COMMAND,
              "program and arguments",
              "the program that speaks the protocol on its standard streams"),
          new TableField(
              ENV,
              "names, or names with texts",
              "variables for the program: a name alone passes the variable on, and `${NAME}` in a"
                  + " text stands for its value"),
          new TableField(URL, "address", "where the server is, if it is reached over HTTP"),
          new TableField(
              HEADERS, "names with texts", "headers of each request; `${NAME}` stands for a value"),
          new TableField(
              SECRETS,
              "names with programs",
              "programs that print a secret, which `${NAME}` stands for; only in the person's own"
                  + " file"),
          new TableField(
              TRUSTED,
              "`true` or `false`",
              "whether the server is believed what it says about the effects of its tools; only in"
                  + " the person's own file"),
          new TableField(START_TIMEOUT, "seconds", "the time until it must have answered; 30"),
          new TableField(CALL_TIMEOUT, "seconds", "the time limit of a call; 300"));

  private static final String OWN_FILE = "~/.config/drover/config.yaml";

  private McpSettingsReader() {}

  /// @param given for messages
  static McpServerSettings read(
      ConfiguredValue given, String name, Source source, Map<String, List<String>> entry) {
    given.requireKnown(entry.keySet(), TableField.words(FIELDS));
    if (source.isWorkspace()) {
      refuseOwnFields(given, entry);
    }
    var server =
        new McpServerSettings(
            name,
            source,
            given.where(),
            reach(given, entry),
            secrets(given, entry),
            new Limits(
                seconds(given, entry, START_TIMEOUT, McpServer.DEFAULT_START_TIMEOUT),
                seconds(given, entry, CALL_TIMEOUT, McpServer.DEFAULT_CALL_TIMEOUT),
                isTrusted(given, entry)));
    McpValueRules.check(given, server);
    return server;
  }

  private static void refuseOwnFields(ConfiguredValue given, Map<String, List<String>> entry) {
    for (var field : List.of(SECRETS, TRUSTED)) {
      if (entry.containsKey(field)) {
        throw given.wrong(
            "%s is for the person to decide, and a workspace may not".formatted(field),
            "Put the server into %s.".formatted(OWN_FILE));
      }
    }
  }

  private static Reach reach(ConfiguredValue given, Map<String, List<String>> entry) {
    var command = entry.get(COMMAND);
    var url = entry.get(URL);
    if ((command == null) == (url == null)) {
      throw given.wrong(
          command == null ? "it has neither command nor url" : "it has both command and url",
          "Give a command for a program, or a url for a server over HTTP.");
    }
    return command == null ? address(given, entry, url) : program(given, entry, command);
  }

  private static Reach program(
      ConfiguredValue given, Map<String, List<String>> entry, List<String> said) {
    if (entry.containsKey(HEADERS)) {
      throw given.wrong("a program has no headers", "Use env, or give a url.");
    }
    var command = said.size() == 1 ? ConfiguredValue.words(said) : said;
    if (command.isEmpty() || command.getFirst().isBlank()) {
      throw given.wrong("command is empty", "Write a program and its arguments.");
    }
    var environment = new LinkedHashMap<String, String>();
    for (var line : entry.getOrDefault(ENV, List.of())) {
      int end = line.indexOf('=');
      var name = end < 0 ? line.strip() : line.substring(0, end).strip();
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw given.wrong(
            "env has something that is not a variable's name",
            "Write a name such as TICKETS_TOKEN, or a name with a text.");
      }
      environment.put(name, end < 0 ? VariableTemplate.of(name) : line.substring(end + 1));
    }
    return new Reach.Program(command, environment);
  }

  private static Reach address(
      ConfiguredValue given, Map<String, List<String>> entry, @Nullable List<String> said) {
    if (entry.containsKey(ENV)) {
      throw given.wrong("a server over HTTP has no env", "Use headers, or give a command.");
    }
    var url = one(given, URL, said == null ? List.of() : said);
    requireAddress(given, url);
    var headers = new LinkedHashMap<String, String>();
    for (var line : entry.getOrDefault(HEADERS, List.of())) {
      int end = firstOf(line);
      var name = line.substring(0, Math.max(0, end)).strip();
      if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")) {
        throw given.wrong(
            "headers has something that is not a name with a text", "Write 'X-Team: blue'.");
      }
      headers.put(name, line.substring(end + 1).strip());
    }
    return new Reach.Address(url, headers);
  }

  /// The end of a header's name.
  private static int firstOf(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == ':' || line.charAt(i) == '=') {
        return i;
      }
    }
    return -1;
  }

  /// The text is not repeated: it may contain a secret typed here by mistake.
  private static void requireAddress(ConfiguredValue given, String text) {
    try {
      var url = URI.create(VariableTemplate.names(text).isEmpty() ? text : sample(text));
      if (List.of("http", "https").contains(String.valueOf(url.getScheme()))
          && url.getHost() != null
          && url.getUserInfo() == null) {
        return;
      }
    } catch (IllegalArgumentException malformed) {
      throw notAnAddress(given);
    }
    throw notAnAddress(given);
  }

  private static String sample(String text) {
    return VariableTemplate.fill(text, _ -> Optional.of("x"), new ArrayList<>());
  }

  private static RuntimeException notAnAddress(ConfiguredValue given) {
    return given.wrong(
        "url is not an address",
        "Write it like https://tickets.example/mcp, without a user or a password.");
  }

  /// A line is split at blanks; no shell interprets it.
  private static Map<String, List<String>> secrets(
      ConfiguredValue given, Map<String, List<String>> entry) {
    var secrets = new LinkedHashMap<String, List<String>>();
    for (var line : entry.getOrDefault(SECRETS, List.of())) {
      int end = line.indexOf('=');
      var name = line.substring(0, Math.max(0, end)).strip();
      var command = ConfiguredValue.words(List.of(line.substring(end + 1)));
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*") || command.isEmpty()) {
        throw given.wrong(
            "secrets has something that is not a name with a program",
            "Write 'TICKETS: pass show tickets', and ${TICKETS} where the secret is needed.");
      }
      secrets.put(name, command);
    }
    return secrets;
  }

  private static boolean isTrusted(ConfiguredValue given, Map<String, List<String>> entry) {
    var said = entry.get(TRUSTED);
    if (said == null) {
      return false;
    }
    return switch (one(given, TRUSTED, said)) {
      case "true", "yes" -> true;
      case "false", "no" -> false;
      default -> throw given.wrong("trusted is neither true nor false", "Correct it.");
    };
  }

  private static Duration seconds(
      ConfiguredValue given, Map<String, List<String>> entry, String field, Duration standard) {
    var said = entry.get(field);
    return said == null
        ? standard
        : Duration.ofSeconds(given.field(field, said).number(MOST_SECONDS));
  }

  private static String one(ConfiguredValue given, String field, List<String> values) {
    return given.field(field, values).text();
  }
}
