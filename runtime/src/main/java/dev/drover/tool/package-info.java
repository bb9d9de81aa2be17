/// Tools and answers as Java types, and direct calls of the host.
@NullMarked
package dev.drover.tool;

import org.jspecify.annotations.NullMarked;
