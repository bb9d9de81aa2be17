/// JSON as text: a reader of tokens and a writer, for what models, programs and tools say. Knows
/// nothing of what it means.
///
/// The codec has its own pair, for bytes and the fixed form of events; this one takes whatever
/// comes. Neither keeps anything with the thread, and neither has much to load: the first call of a
/// tool is made in a JVM that has just been born.
@NullMarked
package dev.drover.runtime.json;

import org.jspecify.annotations.NullMarked;
