/// JSON as text: a token reader and a writer, for data of models, programs and tools. Independent
/// of its meaning.
///
/// The codec has its own pair, for bytes and the fixed form of events; this one accepts any JSON.
/// Neither keeps per-thread data, and both load few classes: the first tool call is often made in a
/// JVM that has just started.
@NullMarked
package dev.drover.schema.plain;

import org.jspecify.annotations.NullMarked;
