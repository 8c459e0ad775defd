import { randomInt } from "node:crypto";
import { requireFreePort } from "../bootstrap/port.mjs";

/** Below the range from which systems take the ports of outgoing connections: a program that is down for a while gets its port back. */
const RANGE = [20_000, 30_000] as const;
const TRIES = 50;

export const HOST = "127.0.0.1";

/** Ports of this machine's loopback, one for each name, in a row. */
export async function choosePorts<Name extends string>(
  names: readonly Name[],
): Promise<Record<Name, number>> {
  for (let attempt = 1; ; attempt += 1) {
    const first = randomInt(...RANGE);
    const ports = names.map((name, index) => [name, first + index] as const);
    try {
      for (const [, port] of ports) await requireFreePort(HOST, port);
      return Object.fromEntries(ports) as Record<Name, number>;
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
  }
}
