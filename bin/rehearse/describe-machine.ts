import { readFile } from "node:fs/promises";
import { arch, cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";

const SHOWN: Record<string, string> = {
  "postgresql-17": "PostgreSQL",
  patroni: "Patroni",
  "etcd-server": "etcd",
  haproxy: "HAProxy",
  pgbouncer: "PgBouncer",
};

/** What the figures were measured on: the machine, how busy it was before, and the versions of the programs. */
export async function describeMachine(base: string): Promise<string[]> {
  const status = await readFile(join(base, "var/lib/dpkg/status"), "utf8");
  const versions = status.split("\n\n").flatMap((entry) => {
    const line = entry.split("\n").find((each) => each.startsWith("Package: "));
    const shown = SHOWN[line?.slice("Package: ".length) ?? ""];
    const [, version] = /^Version: (?:\d+:)?([^-\n]+)/m.exec(entry) ?? [];
    return shown && version ? [`${shown} ${version}`] : [];
  });
  const [load = 0] = loadavg();
  return [
    `One machine with ${cpus().length} cores (${arch()}, Linux ${release()}) and ${Math.round(totalmem() / 2 ** 30)} GB for everything, the load included`,
    `load average before the rehearsal ${load.toFixed(1)}`,
    `Debian 13 with ${versions.join(", ")}`,
    `Node ${process.versions.node}`,
  ];
}
