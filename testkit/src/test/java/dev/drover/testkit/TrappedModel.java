package dev.drover.testkit;

import dev.drover.kernel.ModelReply;
import dev.drover.spi.model.Account;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.Fakes.FakeModel;

/// A model with a trap in one of its methods.
final class TrappedModel implements Model {
  private final Trap trap;
  private final FakeModel inner;

  TrappedModel(Trap trap, ModelReply... replies) {
    this.trap = trap;
    this.inner = FakeModel.playing(replies);
  }

  @Override
  public String name() {
    return trap.at("model.name", "fake/trapped");
  }

  @Override
  public Account account() {
    return trap.at("model.account", Account.ofModel("fake/trapped"));
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
  public boolean givesJson() {
    return trap.at("model.givesJson", true);
  }

  @Override
  public boolean reads(String mediaType) {
    return trap.at("model.reads", true);
  }

  @Override
  public ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException {
    return trap.at("model.call", inner.call(request, deltas));
  }
}
