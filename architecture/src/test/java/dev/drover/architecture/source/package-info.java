/// Reads Java source as text and as syntax trees, so that rules can speak about what the byte code
/// no longer shows: lines, names, comments, the labels of a switch.
@NullMarked
package dev.drover.architecture.source;

import org.jspecify.annotations.NullMarked;
