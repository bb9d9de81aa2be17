package dev.drover.cli.config;

import org.jspecify.annotations.Nullable;

/// The settings of one provider.
///
/// @param like the provider whose protocol it uses; null for the one of its own name, or, if there
///   is none, for a server that speaks Chat Completions
/// @param baseUrl null for the provider's default
/// @param where the source of the setting, for messages
public record ProviderSettings(
    @Nullable KnownProvider like, @Nullable String baseUrl, ProviderKeySource key, String where) {}
