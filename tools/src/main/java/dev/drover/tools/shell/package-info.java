/// The shell: commands, what they print, and how they and all they started are brought to an end.
@NullMarked
package dev.drover.tools.shell;

import org.jspecify.annotations.NullMarked;
