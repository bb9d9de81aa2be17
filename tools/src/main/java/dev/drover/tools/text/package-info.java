/// Text as models quote it and as files contain it: normalization of line ends and byte order
/// marks, diffs, and inexact search for quoted text.
@NullMarked
package dev.drover.tools.text;

import org.jspecify.annotations.NullMarked;
