/// A provider of models that is none: a real server on loopback that speaks as the providers do,
/// and breaks as they do.
///
/// One script, in words that no provider uses, is played in the protocol of any of them. It shares
/// no code with what it tests.
@NullMarked
package dev.drover.testkit.wire;

import org.jspecify.annotations.NullMarked;
