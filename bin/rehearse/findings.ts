import { step } from "../bootstrap/report.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";

/** Something that must be true in a rehearsal. */
export interface Finding {
  text: string;
  /** What was seen, or why it is not true. */
  seen: string;
  isMet: boolean;
}

export interface Findings {
  all: Finding[];
  /**
   * Checks one thing: what `work` returns was seen, what it throws is why it is not true. The rehearsal goes on in both
   * cases, unless it was interrupted.
   */
  check: (text: string, work: () => Promise<string>) => Promise<void>;
}

export function collectFindings(): Findings {
  const all: Finding[] = [];
  return {
    all,
    async check(text, work) {
      try {
        const seen = await step(text, async (note) => {
          const result = await work();
          note(result);
          return result;
        });
        all.push({ text, seen, isMet: true });
      } catch (error) {
        stopSignal.throwIfAborted();
        const seen = error instanceof Error ? error.message : String(error);
        console.error(`    ${seen.replaceAll("\n", "\n    ")}`);
        all.push({ text, seen: seen.split("\n")[0] ?? "", isMet: false });
      }
    },
  };
}

/** @throws Error that names both when two values are not the same. */
export function requireSame(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what} is ${actual}, expected ${expected}`);
}
