/// JSON as bytes: one writer, one reader, and the form of a point in time. Knows nothing of events.
///
/// Both are small because the form they serve is: objects whose fields are written in a fixed
/// order, strings, whole numbers, lists. What comes from elsewhere, in another order, with white
/// space or with fields nobody knows here, is read all the same, only slower.
@NullMarked
package dev.drover.codec.json;

import org.jspecify.annotations.NullMarked;
