import { perProcess } from "@/lib/kernel/per-process";

/** Why PostgreSQL cannot write to its disk, by its codes. */
const DISK_FAULTS: Record<string, string> = {
  "53100": "The database cannot write: its disk is full.",
  "58030": "The database cannot write: its disk fails.",
};

interface WriteHealth {
  /** When a write of this process was last committed; null before the first. */
  lastWriteAtMs: number | null;
  /** Writes of this process that failed for the disk, since it began. */
  failures: number;
  /** Why writes fail, until one that needs room has succeeded. */
  fault: string | null;
}

function health(): WriteHealth {
  return perProcess(
    "writeHealth",
    (): WriteHealth => ({ lastWriteAtMs: null, failures: 0, fault: null }),
  );
}

/** How the writes of this process go, as far as they have told. */
export function writeHealth(): Readonly<WriteHealth> {
  return health();
}

/** A write was committed. It does not end a fault: on a full disk some find room on pages that there are. */
export function noteWrite(): void {
  health().lastWriteAtMs = Date.now();
}

/** A statement failed; counts where it was for the disk. */
export function noteFailure(error: unknown): void {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const fault = DISK_FAULTS[code];
  if (fault === undefined) return;
  health().failures += 1;
  health().fault = fault;
}

/** A write that needs room on the disk has succeeded. */
export function endFault(): void {
  health().fault = null;
}
