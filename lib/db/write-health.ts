import { errorCodeOf } from "@/lib/kernel/error-code";
import { perProcess } from "@/lib/kernel/per-process";

/** Sentences for the SQLSTATEs of a failed disk write. */
const DISK_FAULTS: Record<string, string> = {
  "53100": "The database cannot write: its disk is full.",
  "58030": "The database cannot write: its disk fails.",
};

interface WriteHealth {
  /** When this process last committed a write; null before the first. */
  lastWriteAtMs: number | null;
  /** Writes of this process that failed because of the disk, since its start. */
  failures: number;
  /** The reason of failed writes, until a write that needs disk space has succeeded. */
  fault: string | null;
}

function health(): WriteHealth {
  return perProcess(
    "writeHealth",
    (): WriteHealth => ({ lastWriteAtMs: null, failures: 0, fault: null }),
  );
}

/** The state of this process's writes. */
export function writeHealth(): Readonly<WriteHealth> {
  return health();
}

/** Records a committed write. This does not clear a fault: on a full disk some writes still fit into existing pages. */
export function noteWrite(): void {
  health().lastWriteAtMs = Date.now();
}

/** Records a failed statement if the disk is the cause. */
export function noteFailure(error: unknown): void {
  const fault = DISK_FAULTS[errorCodeOf(error) ?? ""];
  if (fault === undefined) return;
  health().failures += 1;
  health().fault = fault;
}

/** Clears the fault after a write that needs disk space has succeeded. */
export function endFault(): void {
  health().fault = null;
}
