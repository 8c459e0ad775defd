import { randomInt } from "node:crypto";

/** Where pg_createcluster and its like keep clusters of PostgreSQL, from the root. */
export const DEBIAN_CLUSTER_FOLDERS = [
  "etc/postgresql",
  "var/lib/postgresql",
  "var/log/postgresql",
] as const;

/**
 * What runs before the program, in namespaces of its own: mounts the folders that the program needs over the ones of the base,
 * changes the root and the user. Mounts and processes are the namespaces' own, so nothing is left of them when the program has ended.
 * The base itself is only read; so where the work folder has a folder for the clusters of Debian's own programs, it is mounted over the
 * base's. The names of hosts are those of this process. A change of the user clears the signal at the parent's end, so it is asked for again.
 *
 * ns_last_pid: a process id in a lock file that a killed PostgreSQL left must not be the id of another process after the
 * next start, as it could be if ids began at 1 each time.
 */
const ENTER = `set -e
base=$1 work=$2 user=$3; shift 3
mount -t proc proc "$base/proc"
echo "$FIRST_PID" > "$base/proc/sys/kernel/ns_last_pid"
mount --rbind /dev "$base/dev"
mount -t tmpfs -o mode=1777 tmpfs "$base/dev/shm"
mount -t tmpfs -o mode=0755 tmpfs "$base/run"
mount -t tmpfs -o mode=1777 tmpfs "$base/tmp"
if [ -e "$base/etc/hosts" ]; then mount --bind /etc/hosts "$base/etc/hosts"; fi
if [ -n "$work" ]; then
  mount --bind "$work" "$base/srv"
  for folder in ${DEBIAN_CLUSTER_FOLDERS.join(" ")}; do
    if [ -d "$work/$folder" ]; then mount --bind "$work/$folder" "$base/$folder"; fi
  done
fi
exec chroot "$base" setpriv --reuid="$user" --regid="$user" --init-groups --pdeathsig KILL -- "$@"`;

const FIRST_PIDS = [1_000, 30_000] as const;

/** What a program in a Debian base is given: nothing of the environment of this machine. */
const BASE_ENVIRONMENT = {
  HOME: "/srv",
  LC_ALL: "C.UTF-8",
  PATH: "/usr/lib/postgresql/17/bin:/usr/sbin:/usr/bin:/sbin:/bin",
};

export interface InDebian {
  /** The folder with the Debian system. */
  base: string;
  /** A folder of this machine that the program sees as /srv; nothing is mounted there without one. */
  work?: string;
  /** The file of the network namespace that it runs in. This process's own by default. */
  network?: string;
  /** A user of the base, whose group has the same name. root by default. */
  user?: string;
  env?: Record<string, string>;
}

/**
 * The command that runs a program in a Debian base, with a mount namespace and a process namespace of its own. When its first
 * process is killed, or this process ends in whatever way, the kernel kills all others of the namespace.
 */
export function debianCommand(
  { base, work = "", network, user = "root", env = {} }: InDebian,
  program: readonly string[],
): { command: string; args: string[]; env: Record<string, string> } {
  const namespaces = ["--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"];
  const enterNetwork = network === undefined ? [] : ["nsenter", `--net=${network}`];
  return {
    command: "setpriv",
    args: [
      ...["--pdeathsig", "KILL", ...enterNetwork, "unshare", ...namespaces],
      ...["sh", "-c", ENTER, "enter"],
      ...[base, work, user, ...program],
    ],
    env: { ...BASE_ENVIRONMENT, FIRST_PID: String(randomInt(...FIRST_PIDS)), ...env },
  };
}
