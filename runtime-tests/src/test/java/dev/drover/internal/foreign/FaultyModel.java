package dev.drover.internal.foreign;

import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.message.ModelReply;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.ProviderKey;

/// A model with a fault in one of its methods.
final class FaultyModel implements Model {
  private final InjectedFault trap;
  private final FakeModel inner;

  FaultyModel(InjectedFault trap, ModelReply... replies) {
    this.trap = trap;
    this.inner = FakeModel.playing(replies);
  }

  @Override
  public String name() {
    return trap.at("model.name", "fake/trapped");
  }

  @Override
  public ProviderKey providerKey() {
    return trap.at("model.account", ProviderKey.ofModel("fake/trapped"));
  }

  @Override
  public int maxOutput() {
    return trap.at("model.maxOutput", 1_000);
  }

  @Override
  public int window() {
    return trap.at("model.window", 100_000);
  }

  @Override
  public boolean supportsJsonSchema() {
    return trap.at("model.givesJson", true);
  }

  @Override
  public boolean acceptsMedia(String mediaType) {
    return trap.at("model.reads", true);
  }

  @Override
  public ModelReply call(ModelRequest request, Delta.Sink deltas)
      throws ModelException, InterruptedException {
    return trap.at("model.call", inner.call(request, deltas));
  }
}
