/// What all workspace tools share: how a call's arguments are read, and how what stood in its way
/// becomes words for the model.
@NullMarked
package dev.drover.tools.work;

import org.jspecify.annotations.NullMarked;
