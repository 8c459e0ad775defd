import { sleep } from "../../bootstrap/process-info.mjs";
import { stopSignal } from "../../bootstrap/stop-signal.mjs";
import { measure } from "../load/measure.ts";
import { type Attempt, SUCCESS } from "../load/operations.ts";
import type { Load } from "../load/start-load.ts";
import { seconds } from "../page.ts";
import type { ServeProcess } from "../service/serve-process.ts";
import type { Settings } from "../service/settings.ts";
import { changeAuthority } from "./change-authority.ts";
import { changePasswords } from "./change-passwords.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { NODES, type NodeName } from "./cluster/places.ts";
import { encryptConnections } from "./encrypt-connections.ts";
import type { DrillFigures } from "./figures.ts";
import type { DrillName } from "./options.ts";
import { renewCertificates } from "./renew.ts";
import { secureEtcd } from "./secure-etcd.ts";
import { upgradePostgres } from "./upgrade-postgres.ts";

/** What the drills are done to. */
export interface Rehearsed {
  cluster: Cluster;
  load: Load;
  web: readonly ServeProcess[];
  workers: readonly ServeProcess[];
  /** The settings with which each role starts the next time. */
  settings: { web: Settings; worker: Settings };
  /** Makes a deposit and returns after how many ms a worker has credited it. The load's sums know of it. */
  deposit: () => Promise<number>;
}

const FROZEN_MS = 20_000;
/** Longer than the primary's lock holds without etcd. */
const ETCD_AWAY_MS = 30_000;
/** As systemd waits before it starts a process again: RestartSec of ops/systemd. */
const SUPERVISOR_PAUSE_MS = 2_000;
const BEFORE_MS = 2_000;
const AFTER_MS = 3_000;
/** This many further writes, more than were under way, show that the service works again. */
const WRITES_AFTER = 24;
const RECOVERY_TIMEOUT_MS = 120_000;

/** What each drill does. It returns what is worth knowing beside what the callers see. */
const ACTS: Record<DrillName, (on: Rehearsed) => Promise<string[]>> = {
  encrypt: (on) => encryptConnections(on.cluster, on),
  secure: ({ cluster }) => secureEtcd(cluster),
  async kill(on) {
    const node = await on.cluster.leader();
    process.kill(on.cluster.postmasterOf(node), "SIGKILL");
    await untilWrites(on);
    return [`${node}, then ${await on.cluster.leader()}`];
  },
  async node(on) {
    const node = await on.cluster.leader();
    await on.cluster.untilSignOfLife(node);
    await on.cluster.destroy(node);
    await untilWrites(on);
    const next = await on.cluster.leader();
    on.cluster.start(node);
    return [`${node} lost, ${next} took over, ${node} joined again`];
  },
  power: (on) => losePower(on, anotherThan),
  "power-etcd": (on) => losePower(on, (node) => node),
  async cut(on) {
    const { cluster } = on;
    const node = await atWorstMoment(cluster, anotherThan);
    await cluster.cutOff(node);
    await untilWrites(on);
    const next = await cluster.leaderBeside(node);
    await cluster.reconnect(node);
    await cluster.untilStandby(node);
    return [`${node} cut off, ${next} took over, ${node} joined again`];
  },
  async partition(on) {
    const { cluster } = on;
    const node = await atWorstMoment(cluster, anotherThan);
    const fromMs = performance.now();
    await cluster.separate(node);
    const ended = cluster.untilDemoted(node).then(() => performance.now() - fromMs);
    const [endedAfterMs] = await Promise.all([ended, untilWrites(on)]);
    const next = await cluster.leaderBeside(node);
    await cluster.join(node);
    await cluster.untilStandby(node);
    const end = `${node} was no primary any more after ${seconds(endedAfterMs)} s`;
    return [`${end}, ${next} took over, ${node} joined again`];
  },
  async switchover({ cluster }) {
    const [from, to] = [await cluster.leader(), await cluster.synchronousStandby()];
    await cluster.switchover(from, to);
    return [];
  },
  async standby({ cluster }) {
    const node = await cluster.synchronousStandby();
    const pids = cluster.postgresOf(node).map(({ pid }) => pid);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      await sleep(FROZEN_MS);
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
    return [];
  },
  async etcd({ cluster }) {
    const before = await cluster.leader();
    await cluster.stopEtcd();
    await sleep(ETCD_AWAY_MS);
    cluster.startEtcd();
    await cluster.untilHealthy();
    const after = await cluster.leader();
    return [before === after ? "the primary stayed" : `the primary moved to ${after}`];
  },
  async web({ web: [first] }) {
    await killAndStart(first);
    return [];
  },
  async worker({ workers: [first], deposit }) {
    if (first === undefined) throw new Error("There is no worker.");
    await first.kill();
    const creditedMs = await deposit();
    await first.start();
    return [`the other worker credited a deposit after ${seconds(creditedMs)} s`];
  },
  async rolling({ web, workers }) {
    const notes: string[] = [];
    for (const each of [...workers, ...web]) {
      const startedMs = performance.now();
      await each.stop();
      const endedMs = performance.now();
      await each.start();
      const readyMs = performance.now();
      notes.push(
        `${each.name} ended in ${seconds(endedMs - startedMs)} s, ready after ${seconds(readyMs - endedMs)} s`,
      );
    }
    return notes;
  },
  renew: ({ cluster }) => renewCertificates(cluster),
  authority: ({ cluster }) => changeAuthority(cluster),
  passwords: (on) => changePasswords(on.cluster, on),
  major: ({ cluster }) => upgradePostgres(cluster),
};

const anotherThan = (node: NodeName) => NODES.find((each) => each !== node) ?? node;

/**
 * Waits until the primary has just extended its lock, and returns its name.
 *
 * @param etcdLeader which member of etcd leads the others then
 */
async function atWorstMoment(
  cluster: Cluster,
  etcdLeader: (primary: NodeName) => NodeName,
): Promise<NodeName> {
  const node = await cluster.leader();
  await cluster.moveEtcdLeader(etcdLeader(node));
  // A new leader of etcd gives each lock its whole time again, which must be over.
  await cluster.untilSignOfLife(node);
  await cluster.untilSignOfLife(node);
  return node;
}

/**
 * Takes the power from the host of the primary at the worst moment.
 *
 * @param etcdLeader which member of etcd leads the others then
 */
async function losePower(
  on: Rehearsed,
  etcdLeader: (primary: NodeName) => NodeName,
): Promise<string[]> {
  const { cluster } = on;
  const node = await atWorstMoment(cluster, etcdLeader);
  await cluster.losePower(node);
  await untilWrites(on);
  const next = await cluster.leader();
  await cluster.restorePower(node);
  return [`${node} lost, ${next} took over, ${node} joined again`];
}

async function killAndStart(served: ServeProcess | undefined) {
  if (served === undefined) throw new Error("There is no process to kill.");
  await served.kill();
  await sleep(SUPERVISOR_PAUSE_MS);
  await served.start();
}

/** Runs one drill under load, from a healthy cluster to a healthy cluster, and measures what the callers saw. */
export async function runDrill(name: DrillName, on: Rehearsed): Promise<DrillFigures> {
  await on.cluster.untilHealthy();
  await sleep(BEFORE_MS);
  const fromMs = performance.now();
  const notes = await Promise.race([ACTS[name](on), on.load.broken]);
  await untilWrites(on);
  await on.cluster.untilHealthy();
  await sleep(AFTER_MS);
  return { name, notes, ...measure(on.load.log.attempts, fromMs, performance.now()) };
}

/** Waits until enough writes that begin from now on have succeeded. */
async function untilWrites({ load }: Rehearsed): Promise<void> {
  const fromMs = performance.now();
  const isNew = ({ isWrite, startedMs, outcome }: Attempt) =>
    isWrite && startedMs >= fromMs && outcome === SUCCESS;
  while (performance.now() < fromMs + RECOVERY_TIMEOUT_MS) {
    stopSignal.throwIfAborted();
    if (load.log.attempts.filter(isNew).length >= WRITES_AFTER) return;
    await Promise.race([sleep(100), load.broken]);
  }
  throw new Error(`Writes did not succeed again in ${RECOVERY_TIMEOUT_MS / 1_000} s.`);
}
