/// What can be chosen, and where it is written: flags win, then the environment, then the files
/// `drover.yaml` in the workspace and `~/.config/drover/config.yaml`.
@NullMarked
package dev.drover.cli.config;

import org.jspecify.annotations.NullMarked;
