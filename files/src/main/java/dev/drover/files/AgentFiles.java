package dev.drover.files;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.model.Model;
import dev.drover.spi.workspace.ConfigurationPaths.Kind;
import dev.drover.task.Subagent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Agents that are defined in files, one in each: Markdown with front matter, as several programs
/// have it, or YAML of our own. Regardless of the author, they can have fewer permissions than the
/// agent that delegates to them, and never more.
///
/// @param warnings about files that cannot be used, or only in part; each names the file
public record AgentFiles(List<Subagent> agents, List<Problem> warnings) {
  public AgentFiles {
    agents = List.copyOf(agents);
    warnings = List.copyOf(warnings);
  }

  /// Finds a model by its name in a file, such as `anthropic/claude-sonnet-4-5`, or `sonnet`.
  public interface ModelLookup {
    /// For agents that all use the model of their parent.
    ModelLookup NONE = _ -> Optional.empty();

    Optional<Model> find(String name);
  }

  /// Reads the agents of the workspace, then those of the user; the first one with a name counts.
  ///
  /// In the workspace they are in `.drover/agents`, `.claude/agents`, `.agents/agents` and
  /// `.agents`, and at home in `.config/drover/agents` and `.claude/agents`. Those of the workspace
  /// may come from an untrusted author: a program that needs the user's consent first passes
  /// [ConfigurationFiles] instead.
  public static AgentFiles read(Path workspace, Path home, ModelLookup models) {
    return read(
        ConfigurationFiles.read(workspace),
        List.of(home.resolve(".config/drover/agents"), home.resolve(".claude/agents")),
        models);
  }

  /// Uses the given agents of the workspace, then reads those of the user; the first one with a
  /// name counts.
  ///
  /// @param personal folders of the user, absolute
  public static AgentFiles read(
      ConfigurationFiles workspace, List<Path> personal, ModelLookup models) {
    var reading = new AgentCollector(new AgentFileReader(models));
    workspace.foldersOf(Kind.AGENTS).forEach(reading::take);
    personal.forEach(folder -> reading.take(ConfigurationFiles.agentsOfPerson(folder)));
    return reading.done();
  }

  /// Reads the agents of one folder, and of its subfolders.
  public static AgentFiles in(Path folder, ModelLookup models) {
    var reading = new AgentCollector(new AgentFileReader(models));
    reading.take(ConfigurationFiles.agentsOfPerson(folder.toAbsolutePath()));
    return reading.done();
  }

  /// These agents, and those of the others whose names are not used here.
  public List<Subagent> mergedWith(List<Subagent> others) {
    var all = new LinkedHashMap<String, Subagent>();
    others.forEach(one -> all.put(one.name(), one));
    agents.forEach(one -> all.put(one.name(), one));
    return List.copyOf(all.values());
  }

  /// These, as far as an agent with such tools can have them: an agent refuses subagents that name
  /// tools it does not have, and a file that is made for another program must not stop this one.
  /// Names of other tools are left out, with a warning; so is a subagent that has no others.
  ///
  /// @param tools names of the agent's tools
  public AgentFiles limitedTo(Collection<String> tools) {
    var usable = new ArrayList<Subagent>();
    var problems = new ArrayList<>(warnings);
    for (var agent : agents) {
      var unknown = agent.tools().stream().filter(tool -> !tools.contains(tool)).toList();
      if (unknown.size() < agent.tools().size()) {
        var known = agent.tools().stream().filter(tools::contains).toArray(String[]::new);
        usable.add(unknown.isEmpty() ? agent : agent.withTools(known));
      } else if (unknown.isEmpty()) {
        usable.add(agent);
      }
      if (!unknown.isEmpty()) {
        problems.add(
            new Problem(
                "agent_file_partly_used",
                "Not all of a file is used",
                "subagent %s: there is no tool '%s' here"
                    .formatted(agent.name(), String.join("', '", unknown)),
                "Change the file if that is not what you want."));
      }
    }
    return new AgentFiles(usable, problems);
  }

  /// What was read so far.
  private static final class AgentCollector {
    private final AgentFileReader reader;
    private final Map<String, Subagent> agents = new LinkedHashMap<>();
    private final List<Problem> warnings = new ArrayList<>();

    AgentCollector(AgentFileReader reader) {
      this.reader = reader;
    }

    AgentFiles done() {
      return new AgentFiles(List.copyOf(agents.values()), warnings);
    }

    /// @param files of one folder
    void take(List<LoadedFile> files) {
      var here = new HashMap<String, Path>();
      for (var file : files) {
        try {
          take(file.path(), reader.read(file), here);
        } catch (UnusableFileException unusable) {
          warnings.add(unusable(file.path(), unusable));
        }
      }
    }

    /// A second file with the same name in the same folder is an error; in another folder it is
    /// shadowed.
    private void take(Path file, ParsedAgentFile draft, Map<String, Path> here)
        throws UnusableFileException {
      var name = draft.agent().name();
      var other = here.putIfAbsent(name, file);
      if (other != null) {
        throw new UnusableFileException(
            0, "%s has the name '%s' already".formatted(other, name), "Name it differently.");
      }
      if (agents.putIfAbsent(name, draft.agent()) == null && !draft.notes().isEmpty()) {
        warnings.add(
            new Problem(
                "agent_file_partly_used",
                "Not all of a file is used",
                "%s: %s".formatted(file, String.join("; ", draft.notes())),
                "Change the file if that is not what you want."));
      }
    }

    private static Problem unusable(Path file, UnusableFileException why) {
      return new Problem(
          "agent_file_unusable",
          "A file is no agent",
          "%s: %s".formatted(why.place(file), why.what()),
          why.remedy());
    }
  }
}
