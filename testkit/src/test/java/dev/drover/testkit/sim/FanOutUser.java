package dev.drover.testkit.sim;

import dev.drover.Session;
import dev.drover.task.TaskAssignment;
import dev.drover.tool.DirectTools.ToolReport;
import java.util.ArrayList;
import java.util.List;

/// A user who starts several tasks at once, each with its own prompt, and gets their results in the
/// same order, whatever became of the others (F3).
record FanOutUser(SimulationContext context) {
  private static final int MANY = 3;

  void run(Session session) {
    var prompts = new ArrayList<String>();
    for (int i = 0; i < MANY; i++) {
      prompts.add(context.world().freshId("look-"));
    }
    var reports =
        session
            .tasks()
            .runAll(prompts.stream().map(words -> TaskAssignment.to("scout", words)).toList());
    require(session, prompts, reports);
  }

  private void require(Session session, List<String> prompts, List<ToolReport> reports) {
    context.violations().require(reports.size() == MANY, "F3", "%s got %s", session.id(), reports);
    for (int i = 0; i < reports.size(); i++) {
      var report = reports.get(i);
      var answer = context.auditor().tree().answer(session.id(), prompts.get(i));
      context
          .violations()
          .require(
              !report.isSuccess() || report.text().equals(answer),
              "F3",
              "the task with prompt '%s' in %s answered '%s', and not %s",
              prompts.get(i),
              session.id(),
              answer,
              report);
    }
  }
}
