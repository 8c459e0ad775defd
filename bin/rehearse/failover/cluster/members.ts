import { Fault } from "../../../bootstrap/faults.mjs";
import { sleep } from "../../../bootstrap/process-info.mjs";
import { stopSignal } from "../../../bootstrap/stop-signal.mjs";
import { until } from "../../service/api.ts";
import { askByTls, type Credentials, readAddress } from "./https.ts";
import { NODES, type NodeName, patroniUrl } from "./places.ts";
import type { Ports } from "./ports.ts";

const HEALTHY_TIMEOUT_MS = 120_000;
/** A turn of Patroni notes its time before it extends the lock. */
const EXTENDED_MS = 100;
const SWITCHOVER_TIMEOUT_MS = 60_000;

/** A node as Patroni describes it. */
interface Member {
  name: NodeName;
  role: "leader" | "sync_standby" | "quorum_standby" | "replica";
  state: string;
}

interface Access {
  ports: Ports;
  logs: string;
  /** The certificate of a node, and the password of Patroni's API. */
  credentials: () => Credentials;
  password: () => string;
  /** Whose API has no TLS yet. */
  plain: ReadonlySet<NodeName>;
}

/** What Patroni's REST API says of the nodes, and what it can be asked to do. */
export function patroniOf({ ports, logs, credentials, password, plain }: Access) {
  const read = (node: NodeName, path: string) => {
    const url = `${patroniUrl(node, ports)}/${path}`;
    return readAddress(plain.has(node) ? url.replace("https:", "http:") : url, credentials());
  };

  /** The members as the first of these nodes that answers sees them. */
  const members = async (nodes: readonly NodeName[] = NODES): Promise<Member[]> => {
    for (const node of nodes) {
      try {
        const { text } = await read(node, "cluster");
        return JSON.parse(text).members ?? [];
      } catch {
        // This node is down or still starting: the next one may answer.
      }
    }
    return [];
  };
  const nodeOf = async (
    isWanted: (member: Member) => boolean,
    nodes: readonly NodeName[] = NODES,
  ): Promise<NodeName> => {
    const all = await members(nodes);
    const found = all.find(isWanted);
    if (found !== undefined) return found.name;
    throw new Error(`No node has that role: ${describe(all)}`);
  };
  return {
    members,
    /** The node that writes. */
    leader: () => nodeOf(({ role }) => role === "leader"),
    /** The node that writes, as reported by the other nodes: this one is cut off, so what it reports is out of date. */
    leaderBeside: (node: NodeName) =>
      nodeOf(
        ({ role }) => role === "leader",
        NODES.filter((each) => each !== node),
      ),
    /** A standby that commits wait for. */
    synchronousStandby: () => nodeOf(({ role }) => /^(sync|quorum)_standby$/.test(role)),
    ...ownStates(read),
    /** Waits until a node has just extended its lock: lost from now on, it keeps the lock for the longest time. */
    untilSignOfLife: (node: NodeName) =>
      untilChanged(async () => JSON.parse((await read(node, "patroni")).text).dcs_last_seen),
    async switchover(leader: NodeName, candidate: NodeName) {
      const url = `${patroniUrl(leader, ports)}/switchover`;
      const { status, text } = await askByTls(url, {
        credentials: credentials(),
        method: "POST",
        headers: { authorization: `Basic ${btoa(`patroni:${password()}`)}` },
        body: { leader, candidate },
        timeoutMs: SWITCHOVER_TIMEOUT_MS,
      });
      if (status !== 200) throw new Error(`${url} answered ${status} ${text}`);
    },
    /** Waits for a primary, two standbys that stream, and a commit that waits for one of them. */
    untilHealthy: () => untilHealthy(members, logs),
  };
}

async function untilHealthy(members: () => Promise<Member[]>, logs: string): Promise<void> {
  const deadlineMs = Date.now() + HEALTHY_TIMEOUT_MS;
  let last: Member[] = [];
  while (Date.now() < deadlineMs) {
    stopSignal.throwIfAborted();
    last = await members();
    if (isHealthy(last)) return;
    await sleep(300);
  }
  throw new Fault(
    "database",
    `The cluster is not whole after ${HEALTHY_TIMEOUT_MS / 1_000} s: ${describe(last)}. Its logs are in ${logs}.`,
  );
}

/** What the Patroni of a node says of that node alone. It does not answer before it has started. */
function ownStates(read: (node: NodeName, path: string) => Promise<{ status: number }>) {
  const answers = (node: NodeName, path: string) =>
    read(node, path).then(
      ({ status }) => status === 200,
      () => false,
    );
  return {
    /** Whether a node's PostgreSQL runs. */
    isRunning: (node: NodeName) => answers(node, "health"),
    /** Waits until a node no longer says that it is the primary. */
    untilDemoted: (node: NodeName) =>
      until(
        `the end of ${node} as primary`,
        async () => !(await answers(node, "primary")) || undefined,
      ),
    /** Waits until a node says that its PostgreSQL runs as a standby. */
    untilStandby: (node: NodeName) =>
      until(`${node} as a standby`, async () => (await answers(node, "replica")) || undefined),
  };
}

/** Waits until the time of a Patroni's last turn has changed, and the lock was extended in that turn. */
async function untilChanged(lastTurn: () => Promise<number>): Promise<void> {
  const before = await lastTurn();
  await until("a turn of Patroni", async () => (await lastTurn()) !== before || undefined);
  await sleep(EXTENDED_MS);
}

const describe = (members: readonly Member[]) =>
  members.map(({ name, role, state }) => `${name} ${role} ${state}`).join(", ") || "no answer";

function isHealthy(members: readonly Member[]): boolean {
  const count = (isWanted: (member: Member) => boolean) => members.filter(isWanted).length;
  return (
    count(({ role, state }) => role === "leader" && state === "running") === 1 &&
    count(({ state }) => state === "streaming") === NODES.length - 1 &&
    count(({ role }) => /^(sync|quorum)_standby$/.test(role)) > 0
  );
}
