/// Reads Java source as text and as syntax trees, so that rules can check properties that byte code
/// does not show: lines, names, comments, the labels of a switch.
@NullMarked
package dev.drover.architecture.source;

import org.jspecify.annotations.NullMarked;
