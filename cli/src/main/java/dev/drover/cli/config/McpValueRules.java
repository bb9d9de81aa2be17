package dev.drover.cli.config;

import dev.drover.cli.config.McpServerSettings.Reach;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.secret.SecretRedactor;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// What the values of a server must not be: secrets, and, in a workspace, variables that make
/// another program run or load something.
final class McpValueRules {
  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "KEY$|TOKEN|SECRET|PASSW|CREDENTIAL|^AUTHORIZATION$|^PROXY-AUTHORIZATION$|^COOKIE$",
          Pattern.CASE_INSENSITIVE);

  /// The part of a header before the secret.
  private static final Pattern SCHEME =
      Pattern.compile("^(?:Bearer|Basic|Token)\\b", Pattern.CASE_INSENSITIVE);

  /// Where programs look for programs, libraries and their own options.
  private static final Set<String> LOADING =
      Set.of(
          "PATH",
          "HOME",
          "SHELL",
          "ENV",
          "IFS",
          "PS4",
          "PROMPT_COMMAND",
          "SHELLOPTS",
          "ZDOTDIR",
          "CLASSPATH",
          "JAVA_HOME",
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "_JAVA_OPTIONS",
          "JAVA_OPTS",
          "MAVEN_OPTS",
          "GRADLE_OPTS",
          "NODE_OPTIONS",
          "NODE_PATH",
          "NODE_REPL_EXTERNAL_MODULE",
          "GOPATH",
          "GOFLAGS",
          "GCONV_PATH",
          "LOCPATH",
          "LUA_PATH",
          "LUA_CPATH",
          "LUA_INIT",
          "PHPRC",
          "PHP_INI_SCAN_DIR",
          "RUSTC_WRAPPER",
          "EDITOR",
          "VISUAL",
          "PAGER",
          "BROWSER",
          "OPENSSL_CONF",
          "OPENSSL_MODULES");

  private static final List<String> LOADING_PREFIXES =
      List.of(
          "LD_",
          "DYLD_",
          "BASH_",
          "GIT_",
          "PYTHON",
          "PERL",
          "RUBY",
          "GEM_",
          "BUNDLE_",
          "NPM_CONFIG_",
          "PIP_",
          "UV_",
          "DENO_",
          "BUN_",
          "DOTNET_",
          "COR_",
          "CORECLR_",
          "XDG_");

  private McpValueRules() {}

  static void check(ConfiguredValue given, McpServerSettings server) {
    requireName(given, server.name());
    switch (server.reach()) {
      case Reach.Program(var command, var environment) -> {
        command.forEach(word -> requireNoSecret(given, "an argument", "", word));
        environment.forEach((name, value) -> requireNoSecret(given, name, name, value));
        if (server.source().isWorkspace()) {
          environment.keySet().forEach(name -> requireHarmless(given, name));
        }
      }
      case Reach.Address(var url, var headers) -> {
        requireNoSecret(given, "url", "", url);
        headers.forEach((name, value) -> requireNoSecret(given, name, name, value));
      }
    }
  }

  private static void requireName(ConfiguredValue given, String name) {
    try {
      McpServer.stdio(name, "true");
    } catch (IllegalArgumentException malformed) {
      throw given.wrong(String.valueOf(malformed.getMessage()), "Call it otherwise.");
    }
  }

  private static void requireHarmless(ConfiguredValue given, String name) {
    var upper = name.toUpperCase(Locale.ROOT);
    if (LOADING.contains(upper) || LOADING_PREFIXES.stream().anyMatch(upper::startsWith)) {
      throw given.wrong(
          "a workspace may not set %s, which decides what programs run or load".formatted(name),
          "Put the server into ~/.config/drover/config.yaml if you want that.");
    }
  }

  /// The value is not repeated.
  private static void requireNoSecret(
      ConfiguredValue given, String what, String name, String value) {
    var literal = SCHEME.matcher(VariableTemplate.literal(value).strip()).replaceFirst("").strip();
    boolean isNamed =
        SECRET_NAME.matcher(name).find() && !literal.isEmpty() && !literal.startsWith("/");
    if (isNamed || !SecretRedactor.KNOWN_SHAPES.redact(literal).equals(literal)) {
      throw given.wrong(
          "%s looks like a secret, and a secret does not belong in a file".formatted(what),
          "Put it into the environment and write ${NAME} with the variable's name, or let a program"
              + " print it: secrets in ~/.config/drover/config.yaml.");
    }
  }
}
