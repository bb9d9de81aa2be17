package dev.drover.files;

import dev.drover.kernel.Problem;
import dev.drover.runtime.task.Subagent;
import dev.drover.spi.model.Model;
import dev.drover.spi.tool.ConfigurationPaths.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Agents that people write down as files, one in each: Markdown with a head, as several programs
/// have it, or YAML of our own. Whoever wrote them, they can be allowed less than the agent that
/// gives them work, and never more.
///
/// @param warnings about files that cannot be used, or not wholly; each names the file
public record AgentFiles(List<Subagent> agents, List<Problem> warnings) {
  public AgentFiles {
    agents = List.copyOf(agents);
    warnings = List.copyOf(warnings);
  }

  /// Finds a model by what a file calls it, such as `anthropic/claude-sonnet-4-5`, or `sonnet`.
  public interface Models {
    /// For agents that all use the model of whoever gives them work.
    Models NONE = _ -> Optional.empty();

    Optional<Model> find(String name);
  }

  /// Reads those of the workspace, then those of the person; the first of a name counts.
  ///
  /// In the workspace they are in `.drover/agents`, `.claude/agents`, `.agents/agents` and
  /// `.agents`, and at home in `.config/drover/agents` and `.claude/agents`. A stranger may have
  /// written those of the workspace: a program that wants a person's yes first gives
  /// [ConfigurationFiles] instead.
  public static AgentFiles read(Path workspace, Path home, Models models) {
    return read(
        ConfigurationFiles.read(workspace),
        List.of(home.resolve(".config/drover/agents"), home.resolve(".claude/agents")),
        models);
  }

  /// Uses those of the workspace that were read, then reads those of the person; the first of a
  /// name counts.
  ///
  /// @param personal folders of the person, absolute
  public static AgentFiles read(ConfigurationFiles workspace, List<Path> personal, Models models) {
    var reading = new Reading(new AgentReader(models));
    workspace.foldersOf(Kind.AGENTS).forEach(reading::take);
    personal.forEach(folder -> reading.take(ConfigurationFiles.agentsOfPerson(folder)));
    return reading.done();
  }

  /// Reads those of one folder, and of the folders in it.
  public static AgentFiles in(Path folder, Models models) {
    var reading = new Reading(new AgentReader(models));
    reading.take(ConfigurationFiles.agentsOfPerson(folder.toAbsolutePath()));
    return reading.done();
  }

  /// These, and of the others those that have a name of their own.
  public List<Subagent> over(List<Subagent> others) {
    var all = new LinkedHashMap<String, Subagent>();
    others.forEach(one -> all.put(one.name(), one));
    agents.forEach(one -> all.put(one.name(), one));
    return List.copyOf(all.values());
  }

  /// What was read so far.
  private static final class Reading {
    private final AgentReader reader;
    private final Map<String, Subagent> agents = new LinkedHashMap<>();
    private final List<Problem> warnings = new ArrayList<>();

    Reading(AgentReader reader) {
      this.reader = reader;
    }

    AgentFiles done() {
      return new AgentFiles(List.copyOf(agents.values()), warnings);
    }

    /// @param files of one folder
    void take(List<SourceFile> files) {
      var here = new HashMap<String, Path>();
      for (var file : files) {
        try {
          take(file.path(), reader.read(file), here);
        } catch (Unusable unusable) {
          warnings.add(unusable(file.path(), unusable));
        }
      }
    }

    /// A second file of a name in the same folder is a mistake; in another, it is the reserve.
    private void take(Path file, AgentDraft draft, Map<String, Path> here) throws Unusable {
      var name = draft.agent().name();
      var other = here.putIfAbsent(name, file);
      if (other != null) {
        throw new Unusable(
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

    private static Problem unusable(Path file, Unusable why) {
      return new Problem(
          "agent_file_unusable",
          "A file is no agent",
          "%s: %s".formatted(why.place(file), why.what()),
          why.remedy());
    }
  }
}
