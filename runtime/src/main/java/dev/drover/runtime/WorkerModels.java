package dev.drover.runtime;

import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.task.Assignment;
import dev.drover.spi.model.Model;
import java.util.LinkedHashMap;
import java.util.Optional;

/// The models of workers, by name: a call names the model, and this finds it. Those that a host has
/// used last are at hand; others are found with their provider, if it is registered.
///
/// Safe for use by any thread.
final class WorkerModels {
  private static final int MOST = 64;

  private final ModelNames names;

  // Guarded by itself.
  private final LinkedHashMap<String, Model> used = new LinkedHashMap<>(16, 0.75f, true);

  WorkerModels(ModelNames names) {
    this.names = names;
  }

  void use(Assignment assignment) {
    if (assignment.whom() instanceof Assignment.Whom.Worker(var subagent)) {
      var model = subagent.model();
      if (model != null) {
        use(model);
        subagent.fallbacks().forEach(this::use);
      }
    }
  }

  private void use(Model model) {
    synchronized (used) {
      used.put(ForeignModel.of(model).name(), model);
      if (used.size() > MOST) {
        used.pollFirstEntry();
      }
    }
  }

  Optional<Model> find(String name) {
    synchronized (used) {
      var known = used.get(name);
      if (known != null) {
        return Optional.of(known);
      }
    }
    try {
      return Optional.of(names.find(name));
    } catch (ConfigurationInvalid unknown) {
      return Optional.empty();
    }
  }
}
