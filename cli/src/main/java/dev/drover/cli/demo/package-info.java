/// The main use on a sample project, with no key and no network: a scripted model with real tools,
/// real approvals, a real journal and, on request, a real `kill -9`.
@NullMarked
package dev.drover.cli.demo;

import org.jspecify.annotations.NullMarked;
