package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommandOutcome.Failed;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.task.SessionTasks;
import dev.drover.task.SessionTasks.TaskReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `/tasks`, and `/tasks cancel ID`.
final class TasksSlashCommand implements SlashCommand {
  private static final int MOST = 20;

  @Override
  public String name() {
    return "tasks";
  }

  @Override
  public String arguments() {
    return "[cancel ID]";
  }

  @Override
  public String help() {
    return "lists what others work on, or have worked on, and ends one of them";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    var tasks = call.session().tasks();
    var words = List.of(call.arguments().split("\\s+", -1));
    if (call.arguments().isEmpty()) {
      return new Done(listed(tasks.all()));
    }
    return words.size() == 2 && words.getFirst().equals("cancel")
        ? cancelled(tasks, words.getLast())
        : new Failed(
            new Problem(
                "argument_unexpected",
                "Wrong usage",
                "/tasks has no use for '%s'"
                    .formatted(CommandExcerpt.of(call.arguments(), CommandExcerpt.SHORT)),
                "Say /tasks alone, or /tasks cancel and the name of a task."));
  }

  private static String listed(List<TaskReport> all) {
    if (all.isEmpty()) {
      return "Nobody was given a task.";
    }
    var lines = new ArrayList<String>();
    int left = Math.max(0, all.size() - MOST);
    if (left > 0) {
      lines.add("(%s before these)".formatted(CommandExcerpt.count(left, "task")));
    }
    for (var task : all.subList(left, all.size())) {
      lines.add(
          "%s  %s  %s  %s  (%s)"
              .formatted(
                  task.child(),
                  word(task.status()),
                  task.agent().substring(task.agent().indexOf('/') + 1),
                  CommandExcerpt.of(task.title(), CommandExcerpt.SHORT),
                  CommandExcerpt.of(task.usage())));
      if (!task.status().isOver() && !task.progress().isEmpty()) {
        lines.add("  " + CommandExcerpt.of(task.progress().getLast(), CommandExcerpt.LINE));
      }
    }
    return String.join("\n", lines);
  }

  private static String word(TaskReport.Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  private static Ended cancelled(SessionTasks tasks, String name) {
    var found = tasks.all().stream().filter(task -> isMeant(task, name)).findFirst();
    if (found.isEmpty()) {
      return new Failed(
          new Problem(
              "task_not_found",
              "No such task",
              "this session has no task '%s'"
                  .formatted(CommandExcerpt.of(name, CommandExcerpt.SHORT)),
              "List them with /tasks."));
    }
    SessionId child = found.get().child();
    return new Done(
        tasks.cancel(child)
            ? "Task %s was cancelled.".formatted(child)
            : "Task %s is over already.".formatted(child));
  }

  private static boolean isMeant(TaskReport task, String name) {
    return task.child().value().equals(name);
  }
}
