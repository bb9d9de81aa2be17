/// The texts of events, inline or stored as blobs.
@NullMarked
package dev.drover.internal.text;

import org.jspecify.annotations.NullMarked;
