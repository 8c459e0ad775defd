import { now } from "@/lib/kernel/clock";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { recordKeyUses } from "./sql-store";

const FLUSH_AFTER_MS = 20_000;

/**
 * Collects the times of last use of API keys and writes them in batches after 20 s, so that requests neither wait for a
 * write nor cost a statement.
 */
class KeyUses {
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  note(keyId: string): void {
    this.uses.set(keyId, now());
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Writes the collected uses. If the write fails they are lost, because they only inform people. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = this.uses;
    if (uses.size === 0) return;
    this.uses = new Map();
    try {
      await recordKeyUses(uses);
    } catch (error) {
      log().warn(errorFields(error), "uses of API keys not recorded");
    }
  }
}

/** The instance of this process. */
export function keyUses(): KeyUses {
  return perProcess("keyUses", () => new KeyUses());
}
