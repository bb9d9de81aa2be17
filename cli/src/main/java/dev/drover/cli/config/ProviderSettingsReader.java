package dev.drover.cli.config;

import dev.drover.cli.environment.CliRefusal;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads `providers`: their addresses, and the sources of their keys.
///
/// A stranger, or the agent, may have written the workspace file. So it can name no program that
/// prints a key, and it can send no key to another machine: if both files configure a provider,
/// only the person's own file counts.
final class ProviderSettingsReader {
  private static final String BASE_URL = "baseUrl";
  private static final String KEY = "key";
  private static final String KEY_ENV = "keyEnv";
  private static final String KEY_COMMAND = "keyCommand";
  private static final String LIKE = "like";

  /// The fields of a provider. A workspace file that would direct a key to a machine or a program
  /// is refused.
  static final List<TableField> FIELDS =
      List.of(
          new TableField(
              BASE_URL,
              "address",
              "where the server is; needed for a provider that is not known. In a workspace not"
                  + " together with a key, but for this machine"),
          new TableField(KEY_ENV, "variable", "the environment variable that holds the key"),
          new TableField(
              KEY_COMMAND,
              "program and arguments",
              "prints the key; only in the person's own file, and not together with `keyEnv`"),
          new TableField(
              LIKE,
              "provider",
              "the known provider whose protocol is spoken; Chat Completions if"
                  + " nothing is said"));

  private static final String OWN_FILE = "~/.config/drover/config.yaml";

  private ProviderSettingsReader() {}

  /// @param workspace values of the workspace file
  /// @param own values of the person's own file
  static Map<String, ProviderSettings> read(
      Map<ConfigurationKey, ConfiguredValue> workspace,
      Map<ConfigurationKey, ConfiguredValue> own) {
    var providers = new TreeMap<String, ProviderSettings>();
    var foreign = workspace.get(ConfigurationKey.PROVIDERS);
    if (foreign != null) {
      foreign
          .entries()
          .forEach((name, entry) -> providers.put(name, harmless(foreign.at(name), name, entry)));
    }
    var ours = own.get(ConfigurationKey.PROVIDERS);
    if (ours != null) {
      ours.entries()
          .forEach((name, entry) -> providers.put(name, provider(ours.at(name), name, entry)));
    }
    return providers;
  }

  private static ProviderSettings harmless(
      ConfiguredValue given, String name, Map<String, List<String>> entry) {
    if (entry.containsKey(KEY_COMMAND)) {
      throw given.wrong(
          "keyCommand runs a program, and a workspace may not choose it",
          "Put it into %s.".formatted(OWN_FILE));
    }
    var provider = provider(given, name, entry);
    if (provider.baseUrl() != null && sendsKey(provider) && !isHere(provider.baseUrl())) {
      throw given.wrong(
          "a workspace may not say to which machine a key is sent",
          "Put it into %s.".formatted(OWN_FILE));
    }
    return provider;
  }

  private static boolean sendsKey(ProviderSettings provider) {
    return switch (provider.key()) {
      case ProviderKeySource.Variable _, ProviderKeySource.Command _ -> true;
      case ProviderKeySource.Usual _ -> provider.like() != null && !provider.like().isLocal();
    };
  }

  private static boolean isHere(String baseUrl) {
    var host = URI.create(baseUrl).getHost();
    return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}");
  }

  private static ProviderSettings provider(
      ConfiguredValue given, String name, Map<String, List<String>> entry) {
    if (entry.containsKey(KEY)) {
      throw given.wrong(
          "a key does not belong in a file, and this one was not read",
          "Put it into the environment and its variable's name into keyEnv, or let a program print"
              + " it: keyCommand in %s.".formatted(OWN_FILE));
    }
    given.requireKnown(entry.keySet(), TableField.words(FIELDS));
    if (name.isBlank() || name.contains("/")) {
      throw given.wrong("a provider's name is not blank and has no slash", "Call it otherwise.");
    }
    var baseUrl = entry.get(BASE_URL);
    var like = entry.get(LIKE);
    if (baseUrl == null && KnownProvider.find(name).isEmpty()) {
      throw given.wrong(
          "'%s' is not a provider that is known, so it needs a baseUrl".formatted(name),
          "Give one, or did you mean '%s'?"
              .formatted(NameSuggestion.to(name, KnownProvider.words())));
    }
    return new ProviderSettings(
        like == null ? KnownProvider.find(name).orElse(null) : like(given, one(given, LIKE, like)),
        baseUrl == null ? null : url(given, one(given, BASE_URL, baseUrl)),
        key(given, entry),
        given.where());
  }

  private static KnownProvider like(ConfiguredValue given, String word) {
    return KnownProvider.find(word)
        .orElseThrow(
            () ->
                given.wrong(
                    "there is no provider '%s' to be like".formatted(word),
                    "Did you mean '%s'?"
                        .formatted(NameSuggestion.to(word, KnownProvider.words()))));
  }

  /// The text is not repeated: it may be a secret typed here by mistake.
  private static String url(ConfiguredValue given, String text) {
    try {
      var url = URI.create(text);
      boolean isPlain =
          url.getUserInfo() == null && url.getQuery() == null && url.getFragment() == null;
      if (List.of("http", "https").contains(String.valueOf(url.getScheme()))
          && url.getHost() != null
          && isPlain) {
        return text.replaceFirst("(?<!/)/+$", "");
      }
    } catch (IllegalArgumentException malformed) {
      throw notAnAddress(given);
    }
    throw notAnAddress(given);
  }

  private static CliRefusal notAnAddress(ConfiguredValue given) {
    return given.wrong(
        "baseUrl is not an address", "Write it like https://llm.example.com/v1, without a key.");
  }

  private static ProviderKeySource key(ConfiguredValue given, Map<String, List<String>> entry) {
    var variable = entry.get(KEY_ENV);
    var command = entry.get(KEY_COMMAND);
    if (variable != null && command != null) {
      throw given.wrong("keyEnv and keyCommand were both given", "Give one of them.");
    }
    if (variable != null) {
      return new ProviderKeySource.Variable(variable(given, one(given, KEY_ENV, variable)));
    }
    return command == null ? new ProviderKeySource.Usual() : command(given, command);
  }

  /// Text that is not a variable's name may be the key itself, and is not repeated.
  private static String variable(ConfiguredValue given, String name) {
    if (!name.matches("[A-Z_][A-Z0-9_]*")) {
      throw given.wrong(
          "keyEnv is not a variable's name", "Write a name such as OFFICE_API_KEY, in capitals.");
    }
    return name;
  }

  /// A line is split at blanks; no shell interprets it.
  private static ProviderKeySource command(ConfiguredValue given, List<String> said) {
    var words = said.size() == 1 ? ConfiguredValue.words(said) : said;
    if (words.isEmpty() || words.getFirst().isBlank()) {
      throw given.wrong("keyCommand is empty", "Write a program and its arguments.");
    }
    return new ProviderKeySource.Command(words);
  }

  private static String one(ConfiguredValue given, String field, @Nullable List<String> values) {
    if (values == null || values.size() != 1) {
      throw given.wrong("%s must be one value".formatted(field), "Correct it.");
    }
    return values.getFirst();
  }
}
