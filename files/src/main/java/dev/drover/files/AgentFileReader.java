package dev.drover.files;

import dev.drover.task.Subagent;
import java.util.ArrayList;
import java.util.List;

/// Reads one agent from one file.
///
/// Markdown has instructions below front matter that may be written for other programs: unknown
/// keys are ignored. YAML is our own format, and is parsed strictly.
///
/// @param models finds models by the names that files use
record AgentFileReader(AgentFiles.ModelLookup models) {
  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";
  private static final String INSTRUCTIONS = "instructions";
  private static final String TOOLS = "tools";
  private static final String MODEL = "model";
  private static final String FALLBACK = "fallback";
  private static final String DENY = "deny";
  private static final String MAX_TURNS = "max-turns";
  private static final List<String> OWN_KEYS =
      List.of(NAME, DESCRIPTION, INSTRUCTIONS, TOOLS, DENY, MODEL, FALLBACK, MAX_TURNS);

  /// Names that other programs use for denied tools and for the number of turns.
  private static final String DISALLOWED = "disallowedTools";

  private static final String TURNS = "maxTurns";
  private static final String INHERIT = "inherit";

  ParsedAgentFile read(LoadedFile file) throws UnusableFileException {
    return file.path().toString().endsWith(".md") ? markdown(file) : yaml(file);
  }

  private ParsedAgentFile markdown(LoadedFile source) throws UnusableFileException {
    var file = FrontMatterFile.read(source);
    if (!file.hasFrontMatter()) {
      throw new UnusableFileException(
          1,
          "it does not begin with a head",
          "Begin with a line of three dashes, 'description: …', and three dashes again.");
    }
    if (file.body().isEmpty()) {
      throw new UnusableFileException(
          0, "there are no instructions below its head", "Write them there.");
    }
    var head = YamlFields.lenient(file.frontMatter(), FrontMatterFile.HEAD_LINE);
    var notes = new ArrayList<String>();
    var agent = named(head, file.name(), file.body());
    agent = withTools(agent, head, notes);
    agent = withDenied(agent, head);
    agent = withModel(agent, head, notes);
    return new ParsedAgentFile(withTurns(agent, head, TURNS), notes);
  }

  private ParsedAgentFile yaml(LoadedFile source) throws UnusableFileException {
    var head = YamlFields.yaml(source.text(), 1);
    head.requireKnown(OWN_KEYS);
    var instructions = head.text(INSTRUCTIONS);
    if (instructions == null || instructions.isBlank()) {
      throw new UnusableFileException(1, "it has no instructions", "Write 'instructions: …'.");
    }
    var notes = new ArrayList<String>();
    var agent = named(head, new FrontMatterFile(source.path(), "", "").name(), instructions);
    agent = withTools(agent, head, notes);
    agent = withModel(agent, head, notes);
    var denied = head.list(DENY);
    if (denied != null) {
      agent = denying(agent, denied, head.line(DENY));
    }
    return new ParsedAgentFile(withTurns(agent, head, MAX_TURNS), notes);
  }

  private static Subagent denying(Subagent agent, List<String> rules, int line)
      throws UnusableFileException {
    try {
      return agent.denying(rules.toArray(String[]::new));
    } catch (IllegalArgumentException wrong) {
      throw new UnusableFileException(line, String.valueOf(wrong.getMessage()), "Correct it.");
    }
  }

  private static Subagent named(YamlFields head, String fileName, String instructions)
      throws UnusableFileException {
    var said = head.text(NAME);
    var name = said == null || said.isBlank() ? fileName : said;
    var description = head.text(DESCRIPTION);
    if (description == null || description.isBlank()) {
      throw new UnusableFileException(
          head.line(DESCRIPTION),
          "it does not say what it is good at",
          "Write 'description: …' into its head.");
    }
    try {
      return Subagent.of(name, description.strip().replaceAll("\\s+", " "), instructions);
    } catch (IllegalArgumentException wrong) {
      throw new UnusableFileException(
          head.line(NAME), String.valueOf(wrong.getMessage()), "Correct it.");
    }
  }

  /// A list without any known tool is not the same as no list: that would allow all tools.
  private static Subagent withTools(Subagent agent, YamlFields head, List<String> notes)
      throws UnusableFileException {
    if (!head.table(TOOLS).isEmpty()) {
      return agent;
    }
    var named = head.list(TOOLS);
    if (named == null || named.contains("*")) {
      return agent;
    }
    var tools = ToolNameMapping.of(named);
    notes.addAll(tools.notes());
    if (tools.known().isEmpty()) {
      throw new UnusableFileException(
          head.line(TOOLS),
          "none of its tools is known here",
          "Name at least one, such as read, or leave the line out for all.");
    }
    return agent.withTools(tools.known().toArray(String[]::new));
  }

  /// Some programs have a list of denied tools, some a table of tools and yes or no.
  private static Subagent withDenied(Subagent agent, YamlFields head) throws UnusableFileException {
    var denied = new ArrayList<String>();
    var named = head.list(DISALLOWED);
    if (named != null) {
      denied.addAll(ToolNameMapping.of(named).known());
    }
    for (var choice : head.table(TOOLS).entrySet()) {
      if (choice.getValue().equals("false")) {
        denied.addAll(ToolNameMapping.of(List.of(choice.getKey())).known());
      }
    }
    return denied.isEmpty() ? agent : agent.denying(denied.toArray(String[]::new));
  }

  private Subagent withModel(Subagent agent, YamlFields head, List<String> notes)
      throws UnusableFileException {
    var said = head.text(MODEL);
    if (said == null || said.isBlank() || said.equals(INHERIT)) {
      return inheriting(agent, head);
    }
    var model = models.find(said);
    if (model.isEmpty()) {
      notes.add(
          "there is no model '%s' here, so it uses that of its parent%s"
              .formatted(said, head.list(FALLBACK) == null ? "" : " and its fallbacks"));
      return agent;
    }
    return withFallbacks(agent.with(model.get()), head, notes);
  }

  /// In the order in which they are named.
  private Subagent withFallbacks(Subagent agent, YamlFields head, List<String> notes)
      throws UnusableFileException {
    var named = head.list(FALLBACK);
    var whole = agent;
    for (var name : named == null ? List.<String>of() : named) {
      var model = models.find(name);
      try {
        whole = model.isEmpty() ? whole : whole.fallback(model.get());
      } catch (IllegalArgumentException wrong) {
        throw new UnusableFileException(
            head.line(FALLBACK),
            String.valueOf(wrong.getMessage()),
            "Name each model once: one that has failed is not asked again in a run.");
      }
      if (model.isEmpty()) {
        notes.add("there is no model '%s' here, so it is no fallback".formatted(name));
      }
    }
    return whole;
  }

  /// An agent that has its parent's model has its parent's fallbacks too.
  private static Subagent inheriting(Subagent agent, YamlFields head) throws UnusableFileException {
    if (head.list(FALLBACK) != null) {
      throw new UnusableFileException(
          head.line(FALLBACK),
          "it names a fallback, and no model of its own",
          "Write 'model: …' as well; without one it has the model and the fallbacks of its"
              + " parent.");
    }
    return agent;
  }

  private static Subagent withTurns(Subagent agent, YamlFields head, String key)
      throws UnusableFileException {
    var said = head.text(key);
    if (said == null) {
      return agent;
    }
    try {
      return agent.maxTurns(Integer.parseInt(said));
    } catch (IllegalArgumentException wrong) {
      throw new UnusableFileException(
          head.line(key),
          "%s: '%s' is not a number of turns".formatted(key, said),
          "Write a number above 0.");
    }
  }
}
