import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Closing } from "../../../bootstrap/closing.mjs";
import { Fault } from "../../../bootstrap/faults.mjs";
import { sleep } from "../../../bootstrap/process-info.mjs";
import { stopSignal } from "../../../bootstrap/stop-signal.mjs";
import { type DebianProgram, startInDebian } from "../../debian/start-in-debian.ts";
import type { Passwords } from "../../passwords.ts";
import { HOST } from "../../ports.ts";
import type { Ports } from "./ports.ts";
import { protectEtcd } from "./protect-etcd.ts";
import { newClusterSecrets } from "./secrets.ts";
import { NODES, type NodeName, patroniUrl, writeConfiguration } from "./write-configuration.ts";

const HEALTHY_TIMEOUT_MS = 120_000;
const USER = "postgres";

type ProgramName = "etcd" | "haproxy" | "pgbouncer" | NodeName;

/** A node as Patroni describes it. */
interface Member {
  name: NodeName;
  role: "leader" | "sync_standby" | "quorum_standby" | "replica";
  state: string;
}

export interface ClusterOptions {
  base: string;
  folder: string;
  logs: string;
  ports: Ports;
  passwords: Passwords;
  closing: Closing;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

function programs({ etcd, etcdPeer }: Ports): Record<ProgramName, string[]> {
  const url = (port: number) => `http://${HOST}:${port}`;
  const patroni = (node: NodeName) => ["patroni", `/srv/${node}/patroni.yml`];
  return {
    etcd: [
      ...["etcd", "--name", "e1", "--data-dir", "/srv/etcd", "--log-level", "warn"],
      ...["--listen-client-urls", url(etcd), "--advertise-client-urls", url(etcd)],
      ...["--listen-peer-urls", url(etcdPeer), "--initial-advertise-peer-urls", url(etcdPeer)],
      ...["--initial-cluster", `e1=${url(etcdPeer)}`],
    ],
    haproxy: ["haproxy", "-db", "-f", "/srv/haproxy.cfg"],
    pgbouncer: ["pgbouncer", "/srv/pgbouncer.ini"],
    n1: patroni("n1"),
    n2: patroni("n2"),
    n3: patroni("n3"),
  };
}

/**
 * Starts etcd, three PostgreSQL with Patroni, HAProxy and PgBouncer on this machine's loopback, and waits until there is a
 * primary with two standbys, one of which each commit waits for.
 */
export async function startCluster(options: ClusterOptions) {
  const { base, folder, logs, ports, passwords, closing } = options;
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const secrets = newClusterSecrets();
  await writeConfiguration(folder, base, ports, passwords, secrets);
  const commands = programs(ports);
  const place = { base, work: folder, user: USER };
  const running = new Map<ProgramName, DebianProgram>();
  const start = (name: ProgramName) => {
    const program = startInDebian(place, commands[name], join(logs, `${name}.log`));
    running.set(name, program);
    closing.add(name, () => program.destroy());
  };
  const programOf = (name: ProgramName) => {
    const program = running.get(name);
    if (program === undefined) throw new Error(`${name} was not started.`);
    return program;
  };
  const cluster = {
    ports,
    start,
    /** Asks a program to end, and waits for its end. */
    stop: (name: ProgramName) => programOf(name).stop(),
    /** Ends everything of a program or node at once. */
    destroy: (name: ProgramName) => programOf(name).destroy(),
    members: () => membersOf(ports),
    /** The node that writes. */
    leader: async () => nodeOf(await membersOf(ports), ({ role }) => role === "leader"),
    /** A standby that commits wait for. */
    synchronousStandby: async () =>
      nodeOf(await membersOf(ports), ({ role }) => /^(sync|quorum)_standby$/.test(role)),
    untilHealthy: () => untilHealthy(ports, logs),
    postgresOf: (node: NodeName) =>
      programOf(node)
        .processes()
        .filter(({ name }) => name === "postgres"),
    switchover: (leader: NodeName, candidate: NodeName) =>
      ask(`${patroniUrl(leader, ports)}/switchover`, {
        body: { leader, candidate },
        password: secrets.rest,
        timeoutMs: SWITCHOVER_TIMEOUT_MS,
      }),
    superuserUrl: (database: string) =>
      `postgresql://postgres:${passwords.superuser}@${HOST}:${ports.primary}/${database}`,
    /** The console of PgBouncer. */
    poolerAdminUrl: `postgresql://pooler_admin:${secrets.poolerAdmin}@${HOST}:${ports.pgbouncer}/pgbouncer`,
    /** Where the programs of the cluster run. */
    inBase: place,
  };
  start("etcd");
  await protectEtcd(place, `http://${HOST}:${ports.etcd}`, secrets);
  for (const node of NODES) start(node);
  start("haproxy");
  start("pgbouncer");
  await cluster.untilHealthy();
  return cluster;
}

const SWITCHOVER_TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 2_000;

interface Change {
  body: object;
  password: string;
  timeoutMs: number;
}

/** Asks a Patroni, or lets it change something: that needs the password of its file. */
async function ask(url: string, change?: Change): Promise<string> {
  const answer = await fetch(url, {
    ...(change && {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`patroni:${change.password}`)}` },
      body: JSON.stringify(change.body),
    }),
    signal: AbortSignal.timeout(change?.timeoutMs ?? ANSWER_TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${text}`);
  return text;
}

/** The members as the first node that answers sees them. */
async function membersOf(ports: Ports): Promise<Member[]> {
  for (const node of NODES) {
    try {
      return JSON.parse(await ask(`${patroniUrl(node, ports)}/cluster`)).members ?? [];
    } catch {
      // This node is down or still starting: the next one may answer.
    }
  }
  return [];
}

function nodeOf(members: readonly Member[], isWanted: (member: Member) => boolean): NodeName {
  const found = members.find(isWanted);
  if (found !== undefined) return found.name;
  throw new Error(`No node has that role: ${describe(members)}`);
}

const describe = (members: readonly Member[]) =>
  members.map(({ name, role, state }) => `${name} ${role} ${state}`).join(", ") || "no answer";

/** A primary, two standbys that stream, and a commit that waits for one of them. */
function isHealthy(members: readonly Member[]): boolean {
  const count = (isWanted: (member: Member) => boolean) => members.filter(isWanted).length;
  return (
    count(({ role, state }) => role === "leader" && state === "running") === 1 &&
    count(({ state }) => state === "streaming") === NODES.length - 1 &&
    count(({ role }) => /^(sync|quorum)_standby$/.test(role)) > 0
  );
}

async function untilHealthy(ports: Ports, logs: string): Promise<void> {
  const deadlineMs = Date.now() + HEALTHY_TIMEOUT_MS;
  let members: Member[] = [];
  while (Date.now() < deadlineMs) {
    stopSignal.throwIfAborted();
    members = await membersOf(ports);
    if (isHealthy(members)) return;
    await sleep(300);
  }
  throw new Fault(
    "database",
    `The cluster is not whole after ${HEALTHY_TIMEOUT_MS / 1_000} s: ${describe(members)}. Its logs are in ${logs}.`,
  );
}
