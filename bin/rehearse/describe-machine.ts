import { readFile } from "node:fs/promises";
import { arch, cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";

const SHOWN = {
  "postgresql-17": "PostgreSQL",
  patroni: "Patroni",
  "etcd-server": "etcd",
  haproxy: "HAProxy",
  pgbouncer: "PgBouncer",
  pgbackrest: "pgBackRest",
} as const;

/**
 * What the figures were measured on: the machine, how busy it was before, and the versions of the programs.
 *
 * @param packages of the programs that run
 */
export async function describeMachine(
  base: string,
  packages: readonly (keyof typeof SHOWN)[],
): Promise<string[]> {
  const status = await readFile(join(base, "var/lib/dpkg/status"), "utf8");
  const versions = status.split("\n\n").flatMap((entry) => {
    const line = entry.split("\n").find((each) => each.startsWith("Package: "));
    const name = packages.find((each) => line === `Package: ${each}`);
    const [, version] = /^Version: (?:\d+:)?([^-\n]+)/m.exec(entry) ?? [];
    return name && version ? [`${SHOWN[name]} ${version}`] : [];
  });
  const [load = 0] = loadavg();
  return [
    `One machine with ${cpus().length} cores (${arch()}, Linux ${release()}) and ${Math.round(totalmem() / 2 ** 30)} GB for everything, the load included`,
    `load average before the rehearsal ${load.toFixed(1)}`,
    `Debian 13 with ${versions.join(", ")}`,
    `Node ${process.versions.node}`,
  ];
}
