/// The border to foreign code: models, tools, checkers, guards and whatever else a host or an
/// adapter brings. All calls of such code go through [dev.drover.runtime.foreign.ForeignCode],
/// which lets nothing pass but what was promised.
@NullMarked
package dev.drover.runtime.foreign;

import org.jspecify.annotations.NullMarked;
