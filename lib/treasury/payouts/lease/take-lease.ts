import { randomUUID } from "node:crypto";
import { endLease, renewLease, takeFreeLease } from "./store";

/** Another process may be at it now: whatever was begun is left as it is stored. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor(lease: string) {
    super(`the lease ${lease} was lost`);
  }
}

export interface Lease {
  name: string;
  /** What statements check: HELD_LEASE. */
  holder: string;
  /**
   * Keeps it for the whole time again. Asked before each step that others must not do at the same time.
   * @throws LeaseLost when it ran out.
   */
  hold(): Promise<void>;
  release(): Promise<void>;
}

/**
 * The right to do something alone for `ttlMs`, and longer by holding on to it; undefined while another has it. A
 * process that dies keeps it until it runs out. No transaction stays open for it.
 */
export async function takeLease(name: string, ttlMs: number): Promise<Lease | undefined> {
  const holder = randomUUID();
  if (!(await takeFreeLease(name, holder, ttlMs))) return undefined;
  return {
    name,
    holder,
    hold: async () => {
      if (!(await renewLease(name, holder, ttlMs))) throw new LeaseLost(name);
    },
    release: () => endLease(name, holder),
  };
}
