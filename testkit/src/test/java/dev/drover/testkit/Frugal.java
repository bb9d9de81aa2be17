package dev.drover.testkit;

import dev.drover.kernel.ModelReply;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.Fakes.FakeModel;

/// A model whose replies have ten tokens at most.
record Frugal(FakeModel inner) implements Model {
  @Override
  public String name() {
    return inner.name();
  }

  @Override
  public int maxOutput() {
    return 10;
  }

  @Override
  public ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException {
    return inner.call(request, deltas);
  }
}
