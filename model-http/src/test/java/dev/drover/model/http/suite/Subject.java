package dev.drover.model.http.suite;

import dev.drover.kernel.Failure;
import dev.drover.kernel.Usage;
import dev.drover.model.http.HttpModelsBuilder;
import dev.drover.model.http.Key;
import dev.drover.testkit.wire.WireProtocol;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The provider under test, and in what it differs from the others.
///
/// @param model one that the catalogue knows
/// @param builder makes the provider on a key
/// @param keyHeader the header with the key, and what stands before the key in it
/// @param reported what this protocol can say of tokens
/// @param sealed what of a thought `Think.` with the seal `SEAL` goes back to the model
/// @param codes errors by the provider's own codes
public record Subject(
    WireProtocol protocol,
    String model,
    Function<Key, HttpModelsBuilder> builder,
    String path,
    List<String> keyHeader,
    UnaryOperator<Usage> reported,
    String sealed,
    List<Code> codes) {

  /// @param status 0 in the middle of a stream
  public record Code(
      int status,
      String code,
      String message,
      String problem,
      Class<? extends Failure.Retry> retry) {}

  /// For a provider that does not tell what it put into its cache.
  public static Usage withoutWrites(Usage usage) {
    return new Usage(usage.input(), usage.output(), usage.cacheRead(), 0, usage.reasoning());
  }
}
