package dev.drover.cli.config;

import dev.drover.files.ConfigurationFiles;

/// The complete configuration of one invocation.
///
/// @param files of the workspace, as far as trust permits
public record Configuration(Settings settings, ConfigurationFiles files, FolderTrust trust) {}
