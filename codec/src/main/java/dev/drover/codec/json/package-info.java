/// JSON as bytes: one writer, one reader, and the form of a point in time. Independent of events.
///
/// Both are small because their form is small: objects whose fields are written in a fixed order,
/// strings, whole numbers, lists. Input from elsewhere, in another order, with white space or with
/// unknown fields, is also read, only slower.
@NullMarked
package dev.drover.codec.json;

import org.jspecify.annotations.NullMarked;
