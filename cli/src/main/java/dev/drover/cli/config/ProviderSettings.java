package dev.drover.cli.config;

import org.jspecify.annotations.Nullable;

/// What was configured about one provider.
///
/// @param like the provider that it speaks like; null for the one of its own name, or, if there is
///   none, for a server that speaks Chat Completions
/// @param baseUrl null for where the provider usually is
/// @param where it was said, for messages
public record ProviderSettings(
    @Nullable KnownProvider like, @Nullable String baseUrl, KeySource key, String where) {}
