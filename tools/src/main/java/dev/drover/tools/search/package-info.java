/// Tools that find files and lines in them.
@NullMarked
package dev.drover.tools.search;

import org.jspecify.annotations.NullMarked;
