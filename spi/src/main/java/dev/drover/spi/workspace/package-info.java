/// Files of a workspace that configure Drover and must not be changed without approval.
@NullMarked
package dev.drover.spi.workspace;

import org.jspecify.annotations.NullMarked;
