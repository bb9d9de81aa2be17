/// Parses regular expressions and checks whether a foreign text can make them slow or overflow the
/// stack.
@NullMarked
package dev.drover.architecture.regex;

import org.jspecify.annotations.NullMarked;
