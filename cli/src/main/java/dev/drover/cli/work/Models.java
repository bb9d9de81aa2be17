package dev.drover.cli.work;

import dev.drover.cli.config.AgentSettings;
import dev.drover.cli.host.Refusal;
import dev.drover.model.script.ScriptedModel;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Model;
import dev.drover.spi.time.Time;

/// Finds the model that was chosen.
public final class Models {
  private Models() {}

  /// @throws Refusal if none was chosen, or it cannot be had
  public static Model of(AgentSettings settings, Time time) {
    var script = settings.script();
    if (script == null) {
      throw Refusal.usage(
          "no_model",
          "there is no model to run with",
          """
          Give a script with --script FILE, or 'script: FILE' in drover.yaml.
          Only scripted models exist today: a YAML file says what the model says; tools, approvals and journal are real.
          'drover demo' shows one at work. Models of Anthropic, OpenAI and others cannot be reached yet.\
          """);
    }
    try {
      return ScriptedModel.load(script, time);
    } catch (PortException unreadable) {
      var problem = unreadable.problem();
      throw Refusal.usage(problem.code(), problem.detail(), problem.remedy());
    }
  }
}
