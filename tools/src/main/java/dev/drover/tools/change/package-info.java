/// How tools change files: what is there is looked at and held against what was seen and judged,
/// the change is announced, and then made, whole or not at all, over a crash too.
@NullMarked
package dev.drover.tools.change;

import org.jspecify.annotations.NullMarked;
