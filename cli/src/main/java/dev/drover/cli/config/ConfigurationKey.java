package dev.drover.cli.config;

import dev.drover.kernel.budget.RunLimits;
import java.util.Arrays;
import java.util.List;

/// All configuration keys, by their names in a file. As a flag the name has two leading dashes; in
/// the environment it is `DROVER_` and the name in capitals.
///
/// This is the only table of keys: files are read with it, unknown keys are compared with it, and
/// docs/CONFIGURATION.md is generated from it.
public enum ConfigurationKey {
  STORE(
      "store",
      Shape.FILE,
      InWorkspace.TRUSTED,
      "`.drover/drover.db` in the workspace",
      "where sessions are kept: a file, or `postgresql://user@host:port/database`"),
  AGENT("agent", Shape.TEXT, InWorkspace.TRUSTED, "`main`", "the agent's name"),
  MODEL(
      "model",
      Shape.TEXT,
      InWorkspace.TRUSTED,
      "none",
      "the model, as `PROVIDER/NAME`; `drover models` lists them; `script/FILE` is a script"),
  FALLBACK(
      "fallback",
      Shape.LIST,
      InWorkspace.TRUSTED,
      "none",
      "models that go on, in this order, when the model has failed for good"),
  SCRIPT(
      "script",
      Shape.FILE,
      InWorkspace.TRUSTED,
      "none",
      "a YAML file that plays the model; of `model` and `script` the one in the stronger place"
          + " wins"),
  APPROVE(
      "approve",
      Shape.TEXT,
      InWorkspace.WHEN_STRICTER,
      "`ask`",
      "who answers when a call needs a yes: `ask` a person, `auto` yes, `deny` no"),
  MAX_TURNS(
      "max-turns",
      Shape.NUMBER,
      InWorkspace.WHEN_STRICTER,
      "`" + RunLimits.DEFAULT.turns() + "`",
      "model calls with tools in one run; then one last call without tools"),
  BUDGET(
      "budget",
      Shape.NUMBER,
      InWorkspace.WHEN_STRICTER,
      "no limit",
      "tokens; no model call is begun once a run has used so many"),
  INSTRUCTIONS(
      "instructions",
      Shape.LONG_TEXT,
      InWorkspace.TRUSTED,
      "folder, platform, date and how tools behave",
      "what the model is told before anything else, in place of the default"),
  ALLOW(
      "allow",
      Shape.LIST,
      InWorkspace.TRUSTED,
      "looking around, notes, and giving work to others",
      "[rules](POLICY.md) for calls that need nobody, such as `bash(mvn *)`"),
  ASK(
      "ask",
      Shape.LIST,
      InWorkspace.ALWAYS,
      "`read` and `grep` in files that tend to hold secrets",
      "rules for calls that a person is asked about; calls that no rule is about are asked about"
          + " too"),
  DENY("deny", Shape.LIST, InWorkspace.ALWAYS, "none", "rules for calls that are refused"),
  HOOKS(
      "hooks",
      Shape.LIST,
      InWorkspace.NEVER,
      "none",
      "programs that are asked or told, each `NAME POINT PROGRAM ARGUMENTS` ([hooks](HOOKS.md))"),
  COMPACTION(
      "compaction",
      Shape.LIST,
      InWorkspace.TRUSTED,
      "`at 90`",
      "when conversations are made shorter: `off`, or some of `at PERCENT`, `reserve TOKENS`,"
          + " `tail TOKENS`, `spare TOKENS` ([more](CLI.md#long-conversations))"),
  PRICES(
      "prices",
      Shape.LIST,
      InWorkspace.TRUSTED,
      "none",
      "what a million tokens cost, each `PROVIDER/MODEL INPUT OUTPUT [CACHE-READ CACHE-WRITE]`"),
  PROVIDERS(
      "providers",
      Shape.TABLE,
      InWorkspace.TRUSTED,
      "those that are known",
      "providers of models by name, where they are and where their keys come from"),
  MODELS(
      "models",
      Shape.TABLE,
      InWorkspace.TRUSTED,
      "what is known",
      "facts about models by `PROVIDER/MODEL`"),
  MCP(
      "mcp",
      Shape.TABLE,
      InWorkspace.APPROVED,
      "none",
      "[MCP servers](MCP.md#servers-on-the-command-line) by name, whose tools the agent has");

  /// The form of a value. Long texts, lists and tables are allowed only in files, not in flags or
  /// variables.
  public enum Shape {
    TEXT("text"),
    FILE("file"),
    NUMBER("number"),
    LONG_TEXT("text"),
    LIST("text or list of texts"),
    TABLE("names, each with fields");

    private final String describe;

    Shape(String words) {
      this.describe = words;
    }

    /// Describes the form to people.
    public String describe() {
      return describe;
    }
  }

  /// When a value in a workspace file takes effect. A stranger, or the agent, may have written it.
  public enum InWorkspace {
    /// It can only restrict.
    ALWAYS("counts at once"),
    /// If it is at least as strict as the value that would apply without it.
    WHEN_STRICTER("counts at once if it is stricter"),
    /// After a person has trusted the files of the folder.
    TRUSTED("counts when the folder is trusted"),
    /// Entry by entry, after a person has approved it with `drover mcp approve`.
    APPROVED("counts for each entry that a person has approved"),
    /// Only the person may set it.
    NEVER("is refused");

    private final String describe;

    InWorkspace(String words) {
      this.describe = words;
    }

    /// Describes the rule to people.
    public String describe() {
      return describe;
    }
  }

  private final String word;
  private final Shape shape;
  private final InWorkspace inWorkspace;
  private final String standard;
  private final String effect;

  ConfigurationKey(
      String word, Shape shape, InWorkspace inWorkspace, String standard, String effect) {
    this.word = word;
    this.shape = shape;
    this.inWorkspace = inWorkspace;
    this.standard = standard;
    this.effect = effect;
  }

  /// Its name in a file.
  public String word() {
    return word;
  }

  public Shape shape() {
    return shape;
  }

  public InWorkspace inWorkspace() {
    return inWorkspace;
  }

  /// The default, described to people.
  public String standard() {
    return standard;
  }

  /// The effect of the key, described to people.
  public String effect() {
    return effect;
  }

  public String flag() {
    return "--" + word;
  }

  public String variable() {
    return "DROVER_" + name();
  }

  /// The fields of each entry of a table; none if this is not a table.
  public List<TableField> fields() {
    return switch (this) {
      case PROVIDERS -> ProviderSettingsReader.FIELDS;
      case MODELS -> ModelSettingsReader.FIELDS;
      case MCP -> McpSettingsReader.FIELDS;
      default -> List.of();
    };
  }

  public boolean isOnlyInFiles() {
    return switch (shape) {
      case LONG_TEXT, LIST, TABLE -> true;
      case TEXT, FILE, NUMBER -> false;
    };
  }

  boolean isList() {
    return shape == Shape.LIST;
  }

  /// Whether the value is a set of named entries with fields.
  boolean isTable() {
    return shape == Shape.TABLE;
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(ConfigurationKey::word).toList();
  }

  public static List<String> variables() {
    return Arrays.stream(values())
        .filter(key -> !key.isOnlyInFiles())
        .map(ConfigurationKey::variable)
        .toList();
  }
}
