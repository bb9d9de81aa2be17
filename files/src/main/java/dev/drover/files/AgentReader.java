package dev.drover.files;

import dev.drover.runtime.task.Subagent;
import java.util.ArrayList;
import java.util.List;

/// Reads one agent from one file.
///
/// Markdown has instructions below a head that other programs may have written: what is not known
/// here is left aside. YAML is our own form, and read strictly.
///
/// @param models finds models by what files call them
record AgentReader(AgentFiles.Models models) {
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

  /// What others call what may not be used, and how many turns there are.
  private static final String DISALLOWED = "disallowedTools";

  private static final String TURNS = "maxTurns";
  private static final String INHERIT = "inherit";

  AgentDraft read(SourceFile file) throws Unusable {
    return file.path().toString().endsWith(".md") ? markdown(file) : yaml(file);
  }

  private AgentDraft markdown(SourceFile source) throws Unusable {
    var file = TextFile.read(source);
    if (!file.hasHead()) {
      throw new Unusable(
          1,
          "it does not begin with a head",
          "Begin with a line of three dashes, 'description: …', and three dashes again.");
    }
    if (file.body().isEmpty()) {
      throw new Unusable(0, "there are no instructions below its head", "Write them there.");
    }
    var head = Head.lenient(file.head(), TextFile.HEAD_LINE);
    var notes = new ArrayList<String>();
    var agent = named(head, file.name(), file.body());
    agent = withTools(agent, head, notes);
    agent = withDenied(agent, head);
    agent = withModel(agent, head, notes);
    return new AgentDraft(withTurns(agent, head, TURNS), notes);
  }

  private AgentDraft yaml(SourceFile source) throws Unusable {
    var head = Head.yaml(source.text(), 1);
    head.requireKnown(OWN_KEYS);
    var instructions = head.words(INSTRUCTIONS);
    if (instructions == null || instructions.isBlank()) {
      throw new Unusable(1, "it has no instructions", "Write 'instructions: …'.");
    }
    var notes = new ArrayList<String>();
    var agent = named(head, new TextFile(source.path(), "", "").name(), instructions);
    agent = withTools(agent, head, notes);
    agent = withModel(agent, head, notes);
    var denied = head.list(DENY);
    if (denied != null) {
      agent = denying(agent, denied, head.line(DENY));
    }
    return new AgentDraft(withTurns(agent, head, MAX_TURNS), notes);
  }

  private static Subagent denying(Subagent agent, List<String> rules, int line) throws Unusable {
    try {
      return agent.denying(rules.toArray(String[]::new));
    } catch (IllegalArgumentException wrong) {
      throw new Unusable(line, String.valueOf(wrong.getMessage()), "Correct it.");
    }
  }

  private static Subagent named(Head head, String fileName, String instructions) throws Unusable {
    var said = head.words(NAME);
    var name = said == null || said.isBlank() ? fileName : said;
    var description = head.words(DESCRIPTION);
    if (description == null || description.isBlank()) {
      throw new Unusable(
          head.line(DESCRIPTION),
          "it does not say what it is good at",
          "Write 'description: …' into its head.");
    }
    try {
      return Subagent.of(name, description.strip().replaceAll("\\s+", " "), instructions);
    } catch (IllegalArgumentException wrong) {
      throw new Unusable(head.line(NAME), String.valueOf(wrong.getMessage()), "Correct it.");
    }
  }

  /// A list of which nothing is known is not the same as no list: that would give it all tools.
  private static Subagent withTools(Subagent agent, Head head, List<String> notes) throws Unusable {
    if (!head.table(TOOLS).isEmpty()) {
      return agent;
    }
    var named = head.list(TOOLS);
    if (named == null || named.contains("*")) {
      return agent;
    }
    var tools = ForeignTools.of(named);
    notes.addAll(tools.notes());
    if (tools.known().isEmpty()) {
      throw new Unusable(
          head.line(TOOLS),
          "none of its tools is known here",
          "Name at least one, such as read, or leave the line out for all.");
    }
    return agent.withTools(tools.known().toArray(String[]::new));
  }

  /// Some have a list of tools that may not be used, some a table of tools and yes or no.
  private static Subagent withDenied(Subagent agent, Head head) throws Unusable {
    var denied = new ArrayList<String>();
    var named = head.list(DISALLOWED);
    if (named != null) {
      denied.addAll(ForeignTools.of(named).known());
    }
    for (var choice : head.table(TOOLS).entrySet()) {
      if (choice.getValue().equals("false")) {
        denied.addAll(ForeignTools.of(List.of(choice.getKey())).known());
      }
    }
    return denied.isEmpty() ? agent : agent.denying(denied.toArray(String[]::new));
  }

  private Subagent withModel(Subagent agent, Head head, List<String> notes) throws Unusable {
    var said = head.words(MODEL);
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
  private Subagent withFallbacks(Subagent agent, Head head, List<String> notes) throws Unusable {
    var named = head.list(FALLBACK);
    var whole = agent;
    for (var name : named == null ? List.<String>of() : named) {
      var model = models.find(name);
      try {
        whole = model.isEmpty() ? whole : whole.fallback(model.get());
      } catch (IllegalArgumentException wrong) {
        throw new Unusable(
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

  /// Whoever has its parent's model has its parent's fallbacks too.
  private static Subagent inheriting(Subagent agent, Head head) throws Unusable {
    if (head.list(FALLBACK) != null) {
      throw new Unusable(
          head.line(FALLBACK),
          "it names a fallback, and no model of its own",
          "Write 'model: …' as well; without one it has the model and the fallbacks of its"
              + " parent.");
    }
    return agent;
  }

  private static Subagent withTurns(Subagent agent, Head head, String key) throws Unusable {
    var said = head.words(key);
    if (said == null) {
      return agent;
    }
    try {
      return agent.maxTurns(Integer.parseInt(said));
    } catch (IllegalArgumentException wrong) {
      throw new Unusable(
          head.line(key),
          "%s: '%s' is not a number of turns".formatted(key, said),
          "Write a number above 0.");
    }
  }
}
