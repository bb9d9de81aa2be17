/// The JSON of protocol version 1: parameters are read, updates are written. Another version of the
/// protocol needs another package like this one, and no other mapping.
@NullMarked
package dev.drover.acp.wire;

import org.jspecify.annotations.NullMarked;
