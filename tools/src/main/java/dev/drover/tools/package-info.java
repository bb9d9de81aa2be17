/// The workspace tools. Each says what it does to the world, so that recovery knows what may be
/// repeated.
@NullMarked
package dev.drover.tools;

import org.jspecify.annotations.NullMarked;
