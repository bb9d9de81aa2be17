package dev.drover.testkit.sim;

import dev.drover.runtime.Session;
import dev.drover.runtime.ToolReport;
import dev.drover.runtime.task.Assignment;
import java.util.ArrayList;
import java.util.List;

/// Somebody who gives out several pieces of work at once, each with words of its own, and gets what
/// came of them in the same order, whatever became of the others (F3).
record FanOut(Stage stage) {
  private static final int MANY = 3;

  void run(Session session) {
    var prompts = new ArrayList<String>();
    for (int i = 0; i < MANY; i++) {
      prompts.add(stage.world().freshId("look-"));
    }
    var reports =
        session
            .tasks()
            .runAll(prompts.stream().map(words -> Assignment.to("scout", words)).toList());
    require(session, prompts, reports);
  }

  private void require(Session session, List<String> prompts, List<ToolReport> reports) {
    stage
        .violations()
        .require(reports.size() == MANY, "F3", "%s was told %s", session.id(), reports);
    for (int i = 0; i < reports.size(); i++) {
      var report = reports.get(i);
      var answer = stage.auditor().tree().answer(session.id(), prompts.get(i));
      stage
          .violations()
          .require(
              !report.isSuccess() || report.text().equals(answer),
              "F3",
              "whoever was told '%s' in %s has said '%s', and not %s",
              prompts.get(i),
              session.id(),
              answer,
              report);
    }
  }
}
