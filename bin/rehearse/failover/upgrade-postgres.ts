import { runInDebian } from "../debian/run-in-debian.ts";
import { requireSame } from "../findings.ts";
import { seconds } from "../page.ts";
import { binFolderOf, CURRENT_POSTGRES, NEXT_POSTGRES } from "../postgres/versions.ts";
import { until } from "../service/api.ts";
import { askDatabase } from "./ask-database.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { dataFolderOf, NODES, type NodeName } from "./cluster/places.ts";
import { patronictl, writeRecommended } from "./patroni.ts";

/** What `patronictl remove` asks before it removes what etcd knows of a cluster without nodes: its name, and this sentence. */
const CONFIRMATION = "wallet\\nYes I am aware\\n";
/** A setting that an operator changed since the cluster began. Patroni by itself would write those of patroni.yml again. */
const OWN_SETTING = "log_temp_files=10240";

/**
 * Upgrades PostgreSQL to the next major version by the steps of docs/high-availability.md: on the primary's node with pg_upgrade, while
 * no PostgreSQL runs; the standbys copy it anew.
 *
 * @returns what is worth knowing beside what the callers see
 * @throws Error when a node has another version afterwards, or the cluster other settings
 */
export async function upgradePostgres(cluster: Cluster): Promise<string[]> {
  const primary = await cluster.leader();
  const standbys = NODES.filter((node) => node !== primary);
  await patronictl(cluster, "edit-config", "--force", "--pg", OWN_SETTING);
  const settings = await patronictl(cluster, "show-config");
  const upgrade = await prepareUpgrade(cluster, primary);
  await upgrade("--check");
  for (const node of [...standbys, primary]) await cluster.stop(node);
  const startedMs = performance.now();
  await upgrade();
  const upgradedMs = performance.now();
  await forgetFormerCluster(cluster);
  cluster.postgres.version = NEXT_POSTGRES;
  for (const node of NODES) await writeRecommended(cluster, `${node}/patroni.yml`);
  cluster.start(primary);
  await until("the upgraded primary takes writes", () =>
    askDatabase(cluster.superuserUrl("postgres"), "CREATE TEMP TABLE writable ()").then(
      () => true,
      () => undefined, // It does not listen yet, or HAProxy has not found it.
    ),
  );
  // Patroni writes its own settings only in its first loop after the start; until then there are none to replace.
  await until("the upgraded cluster has settings in etcd", async () =>
    (await patronictl(cluster, "show-config")).trim() === "" ? undefined : true,
  );
  await keepSettings(cluster, settings);
  await analyze(cluster, primary);
  for (const node of standbys) cluster.start(node);
  await cluster.untilHealthy();
  for (const node of NODES) await requireVersion(cluster, node);
  requireSame("the configuration in etcd", await patronictl(cluster, "show-config"), settings);
  return [
    `pg_upgrade took ${seconds(upgradedMs - startedMs)} s; the settings in etcd are the same`,
  ];
}

/** Makes an empty cluster of the next version on a node, and returns what runs pg_upgrade there. */
async function prepareUpgrade(cluster: Cluster, node: NodeName) {
  const { nextBase, inBase } = cluster;
  if (nextBase === undefined) throw new Error("There is no Debian with the next PostgreSQL.");
  // From here on every program that starts is of the newer Debian, which has both versions.
  inBase.base = nextBase;
  const [old, next] = [CURRENT_POSTGRES, NEXT_POSTGRES];
  const bin = binFolderOf(next);
  await runInDebian(inBase, [
    ...[`${bin}/initdb`, "-D", dataFolderOf(node, next), "--username=postgres"],
    ...["--encoding=UTF8", "--locale=C.UTF-8", "--data-checksums"],
    ...["--auth-local=peer", "--auth-host=scram-sha-256"],
  ]);
  const folders = [
    ...["--old-datadir", dataFolderOf(node, old), "--new-datadir", dataFolderOf(node, next)],
    ...["--old-bindir", binFolderOf(old), "--new-bindir", bin],
  ];
  return (...options: string[]) =>
    runInDebian(inBase, [
      ...["sh", "-c", 'cd "$0" && exec "$@"', `/srv/${node}/run`],
      ...[`${bin}/pg_upgrade`, "--username=postgres", ...folders, ...options],
    ]);
}

/** Removes what etcd knows of the cluster: the upgraded one has another identifier, and its timelines begin at 1. */
const forgetFormerCluster = ({ inBase }: Cluster) =>
  runInDebian(inBase, [
    ...["sh", "-c", `printf '${CONFIRMATION}' | patronictl -c "$0" remove wallet`],
    "/srv/n1/patroni.yml",
  ]);

/** Gives the cluster the settings that it had in etcd, in place of those of `bootstrap` in patroni.yml. */
const keepSettings = ({ inBase }: Cluster, settings: string) =>
  runInDebian({ ...inBase, env: { SETTINGS: settings } }, [
    ...[
      "sh",
      "-c",
      `printf '%s' "$SETTINGS" | patronictl -c "$0" edit-config --replace - --force wallet`,
    ],
    "/srv/n1/patroni.yml",
  ]);

/** Collects the statistics that pg_upgrade does not take over. */
const analyze = ({ inBase, ports }: Cluster, node: NodeName) =>
  runInDebian(inBase, [
    ...[`${binFolderOf(NEXT_POSTGRES)}/vacuumdb`, "-h", `/srv/${node}/run`, "-p", `${ports[node]}`],
    ...["--all", "--analyze-in-stages", "--missing-stats-only"],
  ]);

async function requireVersion({ inBase, ports }: Cluster, node: NodeName): Promise<void> {
  const found = await runInDebian(inBase, [
    ...["psql", "-h", `/srv/${node}/run`, "-p", `${ports[node]}`],
    ...["-Atc", "SELECT current_setting('server_version_num')::int / 10000", "postgres"],
  ]);
  requireSame(`the version of PostgreSQL on ${node}`, Number(found.trim()), NEXT_POSTGRES);
}
