import { randomInt } from "node:crypto";
import { requireFreePort } from "../../bootstrap/port.mjs";

/** Below the range from which systems take the ports of outgoing connections: a program that is down for a while gets its port back. */
const RANGE = [20_000, 30_000] as const;
const NAMES = [
  ...["etcd", "etcdPeer", "primary", "pgbouncer", "web"],
  ...["n1", "n2", "n3", "n1Patroni", "n2Patroni", "n3Patroni"],
  ...["webA", "webB", "workerA", "workerB"],
] as const;
const TRIES = 50;

export type Ports = Record<(typeof NAMES)[number], number>;
export const HOST = "127.0.0.1";

/** Ports of this machine's loopback, one for each program of the rehearsal, in a row. */
export async function choosePorts(): Promise<Ports> {
  for (let attempt = 1; ; attempt += 1) {
    const first = randomInt(...RANGE);
    const ports = NAMES.map((name, index) => [name, first + index] as const);
    try {
      for (const [, port] of ports) await requireFreePort(HOST, port);
      return Object.fromEntries(ports) as Ports;
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
  }
}
