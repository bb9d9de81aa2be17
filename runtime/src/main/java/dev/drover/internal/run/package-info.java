/// Handles of runs: waiting, watching and cancelling, in whichever process they are driven.
@NullMarked
package dev.drover.internal.run;

import org.jspecify.annotations.NullMarked;
