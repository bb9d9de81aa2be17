/// The workspace tools. Each declares its side effects, so that recovery knows which calls may be
/// repeated.
@NullMarked
package dev.drover.tools;

import org.jspecify.annotations.NullMarked;
