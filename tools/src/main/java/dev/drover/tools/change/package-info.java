/// File changes by tools: the current files are compared with the versions that were read and
/// judged, the change is announced and then applied, all or nothing, even across a crash.
@NullMarked
package dev.drover.tools.change;

import org.jspecify.annotations.NullMarked;
