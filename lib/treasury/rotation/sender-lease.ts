import { setTimeout as sleep } from "node:timers/promises";
import { NETWORKS, type Network } from "@/lib/chain/networks";
import { env } from "@/lib/kernel/env";
import { type Lease, takeLease } from "@/lib/treasury/payouts/lease/take-lease";

const LEASE_TRIES = 60;
const LEASE_PAUSE_MS = 1_000;

async function awaitLease(work: "send" | "sweep", { chain }: Network): Promise<Lease> {
  for (let tries = 0; tries < LEASE_TRIES; tries++) {
    const lease = await takeLease(`${work}:${chain}`, env().CHAIN_LEASE_MS);
    if (lease) return lease;
    await sleep(LEASE_PAUSE_MS);
  }
  const doing = work === "send" ? "sending" : "sweeping";
  throw new Error(`another process is ${doing} on ${chain} without a pause: run the command again`);
}

/** The sender's lease: while it is held, no process signs payouts of this chain. */
export const senderLease = (network: Network): Promise<Lease> => awaitLease("send", network);

/**
 * Waits until no process signs sweeps of this chain. One that begins later compares its keys with those in use first, and
 * one whose lease ended meanwhile stores nothing.
 */
export async function awaitSweeper(network: Network): Promise<void> {
  const lease = await awaitLease("sweep", network);
  await lease.release();
}

/**
 * Runs `work` while no process sends on any chain, also on one without a node in these settings: workers may have one.
 * @throws LeaseLost when the wait for one chain took longer than a lease lasts.
 */
export async function withSenderLeases<T>(work: () => Promise<T>): Promise<T> {
  const leases: Lease[] = [];
  try {
    for (const network of NETWORKS[env().SERVICE_ENVIRONMENT])
      leases.push(await senderLease(network));
    for (const lease of leases) await lease.hold();
    return await work();
  } finally {
    for (const lease of leases) await lease.release();
  }
}
