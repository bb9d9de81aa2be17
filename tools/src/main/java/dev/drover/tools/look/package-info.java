/// Looks at a workspace before and after a command, and says what is different.
///
/// Refuses to know what a command is: whoever may change anything can be watched from here.
@NullMarked
package dev.drover.tools.look;

import org.jspecify.annotations.NullMarked;
