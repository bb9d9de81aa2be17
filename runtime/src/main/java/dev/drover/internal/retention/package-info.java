/// Which part of a journal may be dropped. Pure: it decides by the positions and sizes of runs, and
/// the store carries it out.
@NullMarked
package dev.drover.internal.retention;

import org.jspecify.annotations.NullMarked;
