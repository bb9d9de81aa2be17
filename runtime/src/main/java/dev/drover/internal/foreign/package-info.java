/// The boundary to foreign code: models, tools, checkers, guards and other code of a host or an
/// adapter. All calls of such code go through [dev.drover.internal.foreign.ForeignCode], which
/// turns every violation of a contract into a declared failure.
@NullMarked
package dev.drover.internal.foreign;

import org.jspecify.annotations.NullMarked;
