/// The shell: commands, their output, and the termination of commands with all their descendants.
@NullMarked
package dev.drover.tools.shell;

import org.jspecify.annotations.NullMarked;
