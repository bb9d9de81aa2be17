package dev.drover.internal.foreign;

import dev.drover.kernel.message.ModelReply;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.ProviderKey;

/// Wraps a model, so that its failures are contained. Its name is read once.
public record ForeignModel(Model inner, String name) implements Model {
  /// @throws ForeignCodeFailed if its name cannot be read
  public static ForeignModel of(Model model) {
    return model instanceof ForeignModel known
        ? known
        : new ForeignModel(
            model,
            new ForeignCode(ForeignPart.MODEL, model.getClass().getName())
                .ask("name", model::name));
  }

  private ForeignCode code() {
    return new ForeignCode(ForeignPart.MODEL, name);
  }

  /// @throws ForeignCodeFailed if it fails
  @Override
  public ProviderKey providerKey() {
    return code().ask("account", inner::providerKey);
  }

  /// @throws ForeignCodeFailed if it fails
  @Override
  public int maxOutput() {
    return count("maxOutput", inner::maxOutput);
  }

  /// @throws ForeignCodeFailed if it fails
  @Override
  public int window() {
    return count("window", inner::window);
  }

  private int count(String method, ForeignCode.Body<Integer> body) {
    int count = code().ask(method, body);
    if (count < 0) {
      throw code().failed("%s returned %d".formatted(method, count));
    }
    return count;
  }

  /// @throws ForeignCodeFailed if it fails
  @Override
  public boolean supportsJsonSchema() {
    return code().ask("givesJson", inner::supportsJsonSchema);
  }

  /// @throws ForeignCodeFailed if it fails
  @Override
  public boolean acceptsMedia(String mediaType) {
    return code().ask("reads", () -> inner.acceptsMedia(mediaType));
  }

  /// @throws ForeignCodeFailed if it throws an undeclared exception, or returns no reply
  @Override
  public ModelReply call(ModelRequest request, Delta.Sink deltas)
      throws ModelException, ForeignInterrupt {
    return code().call("call", () -> answered(request, deltas)).reply();
  }

  /// The permitted results of a model: a reply, or a declared failure.
  private sealed interface Answer {
    ModelReply reply() throws ModelException;
  }

  private record Replied(ModelReply reply) implements Answer {}

  private record Refused(ModelException why) implements Answer {
    @Override
    public ModelReply reply() throws ModelException {
      throw why;
    }
  }

  private Answer answered(ModelRequest request, Delta.Sink deltas) throws InterruptedException {
    try {
      var reply = inner.call(request, deltas);
      if (reply == null) {
        throw code().failed("call returned null");
      }
      return new Replied(reply);
    } catch (ModelException refused) {
      return new Refused(refused);
    }
  }
}
