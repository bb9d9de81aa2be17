/// The providers of models: those known by name and those configured, with their keys and whether
/// they are reachable.
@NullMarked
package dev.drover.cli.provider;

import org.jspecify.annotations.NullMarked;
