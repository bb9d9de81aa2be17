package dev.drover.internal.cluster;

import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.Leases.OwnerId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// Determines whether the process behind a lease is alive.
///
/// A process with an expired lease counts as dead. On the same machine it is not necessary to wait
/// for that: the owner's name identifies the process, and the operating system reports whether it
/// lives. A process is identified by its number and its start time, because numbers are reused, and
/// by the machine and the process namespace (a container has its own), because numbers are only
/// unique within one. Two machines of one image may have the same name and the same namespace; the
/// id of the boot distinguishes them.
final class ProcessLiveness {
  private static final String FIELD = "/";
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  private final String machine;

  ProcessLiveness() {
    this(String.join(FIELD, host(), boot(), numberSpace()));
  }

  ProcessLiveness(String machine) {
    this.machine = machine;
  }

  /// @param fresh makes two owners in one process different
  OwnerId nameThisProcess(String fresh) {
    var self = ProcessHandle.current();
    return new OwnerId(String.join(FIELD, machine, identity(self), fresh));
  }

  boolean isAlive(Lease lease) {
    if (lease.isExpired()) {
      return false;
    }
    var name = lease.owner().value();
    if (!name.startsWith(machine + FIELD)) {
      return true;
    }
    var fields = name.substring(machine.length() + 1).split(FIELD, 2);
    try {
      return ProcessHandle.of(Long.parseLong(fields[0].split("@", 2)[0]))
          .filter(ProcessHandle::isAlive)
          .filter(process -> identity(process).equals(fields[0]))
          .isPresent();
    } catch (NumberFormatException notOurs) {
      return true;
    }
  }

  private static String identity(ProcessHandle process) {
    long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return process.pid() + "@" + start;
  }

  /// Asks the operating system where possible: the library would also look up an address, which
  /// takes long where the network does not know this machine.
  private static String host() {
    try {
      return Files.readString(HOST).strip().replace('/', '-');
    } catch (IOException elsewhere) {
      return hostInTheNetwork();
    }
  }

  private static String boot() {
    try {
      return Files.readString(BOOT).strip();
    } catch (IOException elsewhere) {
      return "boot";
    }
  }

  private static String hostInTheNetwork() {
    try {
      return InetAddress.getLocalHost().getHostName().replace('/', '-');
    } catch (UnknownHostException nameless) {
      return "localhost";
    }
  }

  private static String numberSpace() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().replace('/', '-');
    } catch (IOException | UnsupportedOperationException none) {
      return "pid";
    }
  }
}
