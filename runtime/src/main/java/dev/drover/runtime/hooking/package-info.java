/// How hooks are asked and told: with a bound on their time, in their order, and without letting
/// what goes wrong in them reach anybody else.
@NullMarked
package dev.drover.runtime.hooking;

import org.jspecify.annotations.NullMarked;
