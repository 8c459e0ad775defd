import { endFault, writeHealth } from "@/lib/db/write-health";
import { perProcess } from "@/lib/kernel/per-process";
import { probeWrite } from "./store";

const PROBE_EVERY_MS = 1_000;

const lastProbe = perProcess("write probe", () => ({ atMs: Number.NEGATIVE_INFINITY }));

/**
 * Returns why this process cannot write to the database; undefined while its requests succeed. No probe is written
 * while they do. After a request failed because of the disk, a probe write that needs new space is tried and dropped
 * until it succeeds; then the process is ready again.
 */
export async function currentWriteFault(): Promise<string | undefined> {
  const { fault } = writeHealth();
  if (fault === null) return undefined;
  const nowMs = performance.now();
  if (nowMs - lastProbe.atMs < PROBE_EVERY_MS) return fault;
  lastProbe.atMs = nowMs;
  try {
    await probeWrite();
  } catch {
    return writeHealth().fault ?? undefined;
  }
  endFault();
  return undefined;
}
