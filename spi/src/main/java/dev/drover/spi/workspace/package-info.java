/// Files of a workspace that tools restore or must not change without approval.
@NullMarked
package dev.drover.spi.workspace;

import org.jspecify.annotations.NullMarked;
