import { randomUUID } from "node:crypto";
import { endLease, renewLease, takeFreeLease } from "./store";

/** Thrown when the lease is lost: another process may be working, so stored work is left as it is. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor(lease: string) {
    super(`the lease ${lease} was lost`);
  }
}

export interface Lease {
  name: string;
  /** The value that HELD_LEASE checks. */
  holder: string;
  /**
   * Renews the lease for its full duration. Called before each step that must be exclusive.
   * @throws LeaseLost when the lease expired.
   */
  hold(): Promise<void>;
  /**
   * Renews the lease once a third of its duration is over. Called between signatures: those of a slow vault can last longer
   * together.
   * @throws LeaseLost when the lease expired.
   */
  keep(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the exclusive right to an activity for `ttlMs`, renewable by `hold`; undefined while another process has it.
 * When the holder dies, the lease ends by expiry. No transaction stays open for it.
 */
export async function takeLease(name: string, ttlMs: number): Promise<Lease | undefined> {
  const holder = randomUUID();
  let renewedAtMs = performance.now();
  if (!(await takeFreeLease(name, holder, ttlMs))) return undefined;
  const hold = async () => {
    renewedAtMs = performance.now();
    if (!(await renewLease(name, holder, ttlMs))) throw new LeaseLost(name);
  };
  return {
    name,
    holder,
    hold,
    keep: async () => {
      if (performance.now() - renewedAtMs >= ttlMs / 3) await hold();
    },
    release: () => endLease(name, holder),
  };
}
