package dev.drover.cli.config;

import dev.drover.files.ConfigurationFiles;

/// Everything that was configured around one call of the program.
///
/// @param files of the workspace, as far as they may be used
public record Configuration(Settings settings, ConfigurationFiles files, FolderTrust trust) {}
