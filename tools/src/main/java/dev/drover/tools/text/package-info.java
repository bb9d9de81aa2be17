/// Texts as models quote them and files have them: line ends and byte order marks set aside,
/// differences shown, and text found that was quoted inexactly.
@NullMarked
package dev.drover.tools.text;

import org.jspecify.annotations.NullMarked;
