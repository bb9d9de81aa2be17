/// Verdicts on calls: the policy in force, granted rules, and the checker of the host.
@NullMarked
package dev.drover.internal.judge;

import org.jspecify.annotations.NullMarked;
