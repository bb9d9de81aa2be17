/// Checking a piece of work: what there is to check in a project, and what all checks come to.
@NullMarked
package dev.drover.runtime.verify;

import org.jspecify.annotations.NullMarked;
