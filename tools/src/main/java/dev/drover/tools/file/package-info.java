/// Tools that read and change single files.
@NullMarked
package dev.drover.tools.file;

import org.jspecify.annotations.NullMarked;
