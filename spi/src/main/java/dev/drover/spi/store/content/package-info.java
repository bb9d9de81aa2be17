/// Content that is addressed by its digest: names of blobs, and how references are found in events.
@NullMarked
package dev.drover.spi.store.content;

import org.jspecify.annotations.NullMarked;
