/// Approvals, deferred calls and standing grants, as people and workers see them.
@NullMarked
package dev.drover.internal.approval;

import org.jspecify.annotations.NullMarked;
