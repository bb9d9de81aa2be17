package dev.drover.cli.config;

import java.util.List;

/// Where a provider's key comes from. A key itself is never configured: files are copied, shared
/// and committed.
public sealed interface KeySource {
  /// The variables that the provider is known for; for most servers none.
  record Usual() implements KeySource {}

  /// A variable of the environment.
  record Variable(String name) implements KeySource {}

  /// What a program prints.
  record Command(List<String> words) implements KeySource {
    public Command {
      words = List.copyOf(words);
    }
  }
}
