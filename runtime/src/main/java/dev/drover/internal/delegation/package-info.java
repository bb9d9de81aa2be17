/// The tools with which a model delegates work or hands a conversation off, and the ports that
/// carry it out.
@NullMarked
package dev.drover.internal.delegation;

import org.jspecify.annotations.NullMarked;
