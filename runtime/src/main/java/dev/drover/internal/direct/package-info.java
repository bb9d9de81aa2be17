/// Direct tool calls of the host.
@NullMarked
package dev.drover.internal.direct;

import org.jspecify.annotations.NullMarked;
