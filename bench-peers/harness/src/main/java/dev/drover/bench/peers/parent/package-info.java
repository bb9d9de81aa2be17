/// The program that compares: forks a JVM for each contender, lets them measure in turns, and
/// writes down what came out, also where another is better.
@NullMarked
package dev.drover.bench.peers.parent;

import org.jspecify.annotations.NullMarked;
