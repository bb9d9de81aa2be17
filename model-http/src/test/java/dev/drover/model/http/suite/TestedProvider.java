package dev.drover.model.http.suite;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Usage;
import dev.drover.model.http.ApiKeySource;
import dev.drover.model.http.HttpModelsBuilder;
import dev.drover.testkit.wire.WireProtocol;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The provider under test, and its differences from the others.
///
/// @param model one that is in the catalogue
/// @param builder builds the provider with a key
/// @param keyHeader the header with the key, and the prefix of its value
/// @param reported the token counts that this protocol can report
/// @param sealed the part of a thought `Think.` with the seal `SEAL` that is sent back to the model
/// @param codes errors by the provider's own codes
public record TestedProvider(
    WireProtocol protocol,
    String model,
    Function<ApiKeySource, HttpModelsBuilder> builder,
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

  /// For a provider that does not report cache writes.
  public static Usage withoutWrites(Usage usage) {
    return new Usage(usage.input(), usage.output(), usage.cacheRead(), 0, usage.reasoning());
  }
}
