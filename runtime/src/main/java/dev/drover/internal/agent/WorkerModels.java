package dev.drover.internal.agent;

import dev.drover.internal.foreign.ForeignModel;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.model.Model;
import dev.drover.task.TaskAssignment;
import java.util.LinkedHashMap;
import java.util.Optional;

/// Finds the model of a worker by the name in the call. The models that the host used last are
/// cached; others are looked up with their provider, if it is registered.
///
/// Safe for use by any thread.
public final class WorkerModels {
  private static final int MOST = 64;

  private final ModelLookup names;

  // Guarded by itself.
  private final LinkedHashMap<String, Model> used = new LinkedHashMap<>(16, 0.75f, true);

  public WorkerModels(ModelLookup names) {
    this.names = names;
  }

  public void use(TaskAssignment assignment) {
    if (assignment.whom() instanceof TaskAssignment.Assignee.Worker(var subagent)) {
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

  public Optional<Model> find(String name) {
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
