/// What a contender of the side-by-side bench is, and the program that runs inside its JVM.
///
/// Nothing here knows a framework, and nothing but the JDK is needed, so the class path of a
/// contender is its framework's own.
@NullMarked
package dev.drover.bench.peers;

import org.jspecify.annotations.NullMarked;
