package dev.drover.testkit;

import dev.drover.kernel.ModelReply;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import java.util.ArrayList;
import java.util.List;

/// One of several models, told apart by their names. Does what it is given, and remembers what it
/// was asked.
final class NamedModel implements Model {
  private final String name;
  private final int window;
  private final Fakes.Mind mind;
  private final List<ModelRequest> requests = new ArrayList<>();

  NamedModel(String name, Fakes.Mind mind) {
    this(name, 200_000, mind);
  }

  NamedModel(String name, int window, Fakes.Mind mind) {
    this.name = name;
    this.window = window;
    this.mind = mind;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int window() {
    return window;
  }

  @Override
  public int maxOutput() {
    return Math.min(Model.super.maxOutput(), window / 4);
  }

  @Override
  public ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException {
    synchronized (requests) {
      requests.add(request);
    }
    return mind.reply(request, deltas);
  }

  List<ModelRequest> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }
}
