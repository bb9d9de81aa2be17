/// The main job on a sample project, with no key and no network: a scripted model with real tools,
/// real approvals, a real journal and, if asked, a real `kill -9`.
@NullMarked
package dev.drover.cli.demo;

import org.jspecify.annotations.NullMarked;
