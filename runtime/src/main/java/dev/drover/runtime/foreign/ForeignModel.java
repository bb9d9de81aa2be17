package dev.drover.runtime.foreign;

import dev.drover.kernel.ModelReply;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.spi.model.Account;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;

/// A model behind the border. Its name is asked for once.
public record ForeignModel(Model inner, String name) implements Model {
  /// @throws ForeignCodeFailed if it cannot say its name
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

  /// @throws ForeignCodeFailed if it cannot say
  @Override
  public Account account() {
    return code().ask("account", inner::account);
  }

  /// @throws ForeignCodeFailed if it cannot say
  @Override
  public int maxOutput() {
    return count("maxOutput", inner::maxOutput);
  }

  /// @throws ForeignCodeFailed if it cannot say
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

  /// @throws ForeignCodeFailed if it cannot say
  @Override
  public boolean givesJson() {
    return code().ask("givesJson", inner::givesJson);
  }

  /// @throws ForeignCodeFailed if it cannot say
  @Override
  public boolean reads(String mediaType) {
    return code().ask("reads", () -> inner.reads(mediaType));
  }

  /// @throws ForeignCodeFailed if it throws what it must not, or gives no reply
  @Override
  public ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, ForeignInterrupt {
    return code().call("call", () -> answered(request, deltas)).reply();
  }

  /// What a model may do: give a reply, or say that there is none.
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

  private Answer answered(ModelRequest request, DeltaSink deltas) throws InterruptedException {
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
