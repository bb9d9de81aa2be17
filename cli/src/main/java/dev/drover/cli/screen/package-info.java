/// What people and programs get to see: readable lines on a terminal or in a file, or one JSON
/// object a line. Nothing here decides anything.
@NullMarked
package dev.drover.cli.screen;

import org.jspecify.annotations.NullMarked;
