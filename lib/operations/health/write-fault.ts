import { endFault, writeHealth } from "@/lib/db/write-health";
import { probeWrite } from "./store";

const PROBE_EVERY_MS = 1_000;

// Stored on globalThis, because the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletProbedAtMs?: number };

/**
 * Returns why this process cannot write to the database; undefined while its requests succeed. No probe is written
 * while they do. After a request failed because of the disk, a probe write that needs new space is tried and dropped
 * until it succeeds; then the process is ready again.
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
