/// The providers of models that can be asked from here: those that are known by name and those that
/// were configured, with their keys, and whether they are there.
@NullMarked
package dev.drover.cli.provider;

import org.jspecify.annotations.NullMarked;
