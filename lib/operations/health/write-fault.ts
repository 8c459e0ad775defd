import { endFault, writeHealth } from "@/lib/db/write-health";
import { probeWrite } from "./store";

const PROBE_EVERY_MS = 1_000;

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletProbedAtMs?: number };

/**
 * Why this process cannot write to the database; undefined when it can, as far as its requests have shown. Nothing is
 * written to find out while they succeed. After one has failed for the disk, a write that needs new room is tried, and
 * undone, until it succeeds: then requests may come again.
 */
export async function currentWriteFault(): Promise<string | undefined> {
  const { fault } = writeHealth();
  if (fault === null) return undefined;
  const nowMs = Date.now();
  if (nowMs - (shared.partnerWalletProbedAtMs ?? 0) < PROBE_EVERY_MS) return fault;
  shared.partnerWalletProbedAtMs = nowMs;
  try {
    await probeWrite();
  } catch {
    return writeHealth().fault ?? undefined;
  }
  endFault();
  return undefined;
}
