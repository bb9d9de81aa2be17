package dev.drover.cli.config;

import java.util.List;

/// Where a provider's key comes from. A key itself is never configured: files are copied, shared
/// and committed.
public sealed interface ProviderKeySource {
  /// The provider's usual variables; most servers have none.
  record Usual() implements ProviderKeySource {}

  /// An environment variable.
  record Variable(String name) implements ProviderKeySource {}

  /// The output of a program.
  record Command(List<String> words) implements ProviderKeySource {
    public Command {
      words = List.copyOf(words);
    }
  }
}
