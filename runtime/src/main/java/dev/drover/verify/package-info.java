/// Verification of work: the checks of a project, and their combined result.
@NullMarked
package dev.drover.verify;

import org.jspecify.annotations.NullMarked;
