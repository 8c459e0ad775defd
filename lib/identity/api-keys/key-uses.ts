import { now } from "@/lib/kernel/clock";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { recordKeyUses } from "./store";

const FLUSH_AFTER_MS = 20_000;

/**
 * When keys were last used. A request only notes it here; what was noted is written together, some seconds later, so
 * that no request waits for it and none costs a statement.
 */
export class KeyUses {
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  note(keyHash: string): void {
    this.uses.set(keyHash, now());
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Writes what was noted. What cannot be written is lost: it only tells people how long a key has rested. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = this.uses;
    if (uses.size === 0) return;
    this.uses = new Map();
    try {
      await recordKeyUses(uses);
    } catch (error) {
      log().warn(errorFields(error), "uses of keys were not written");
    }
  }
}

/** The process's own. */
export function keyUses(): KeyUses {
  return perProcess("keyUses", () => new KeyUses());
}
