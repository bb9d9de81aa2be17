/// The settings and their sources: flags win, then the environment, then the files `drover.yaml` in
/// the workspace and `~/.config/drover/config.yaml`.
@NullMarked
package dev.drover.cli.config;

import org.jspecify.annotations.NullMarked;
