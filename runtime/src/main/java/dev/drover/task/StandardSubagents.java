package dev.drover.task;

import java.util.List;

/// Subagents that most agents can use.
public final class StandardSubagents {
  /// The name of the tool with which a model delegates to a subagent.
  public static final String TASK_TOOL = "task";

  private static final String[] LOOKING = {"read", "ls", "glob", "grep", "artifact"};

  private StandardSubagents() {}

  /// Searches and reads, and changes nothing.
  public static Subagent explore() {
    return Subagent.of(
            "explore",
            "finds out where something is and how it works; reads only",
            "Find out what you are asked. Read what is needed, change nothing. Answer with what you"
                + " found, in few words, with the names of files and the lines.")
        .withTools(LOOKING);
  }

  /// Plans how something could be done.
  public static Subagent plan() {
    return Subagent.of(
            "plan",
            "works out how something can be done, step by step; reads only",
            "Work out how to do what you are asked. Read what is needed, change nothing. Answer"
                + " with a numbered plan that names files, and with what could go wrong.")
        .withTools(LOOKING);
  }

  /// For all other work.
  public static Subagent general() {
    return Subagent.of(
        "general",
        "does a piece of work from beginning to end",
        "Do what you are asked, completely. Answer with what you did and what came of it.");
  }

  /// Reviews finished work.
  public static Subagent review() {
    return Subagent.of(
            "review",
            "looks at a change for mistakes; reads only",
            "Look at the change you are told of. Report mistakes that matter, worst first, each"
                + " with file, line and reason. If there are none, say so. Change nothing.")
        .withTools(LOOKING);
  }

  /// Checks a claim.
  public static Subagent verify() {
    return Subagent.of(
            "verify",
            "runs checks and tells whether something works; changes no files",
            "Find out whether what you are told holds, by running what proves it. Change no files."
                + " Answer with yes or no, and with the output that shows it.")
        .withTools("read", "ls", "glob", "grep", "artifact", "bash", "process");
  }

  public static List<Subagent> standard() {
    return List.of(explore(), plan(), general(), review(), verify());
  }
}
