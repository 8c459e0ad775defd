import { LRUCache } from "lru-cache";
import type { FoundPartner } from "@/lib/contract/partner";
import { listener } from "@/lib/db/listener";
import { perProcess } from "@/lib/kernel/per-process";
import { keyUses } from "./key-uses";

const MAX_AGE_MS = 30_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  partner: FoundPartner;
  readAtMs: number;
  generation: number;
}

/**
 * Caches partners by API key hash and by partner id, for at most 30 s. A notification from PostgreSQL drops all entries
 * as soon as a key or a partner changes. Without a listening connection nothing is cached.
 */
class CallerCache {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  private generation = 0;
  private isListening = false;

  get(hash: string): FoundPartner | undefined {
    const entry = this.entries.get(hash);
    if (!entry || entry.generation !== this.generation || !listener().isUp) return undefined;
    return performance.now() - entry.readAtMs > MAX_AGE_MS ? undefined : entry.partner;
  }

  /** True if the key was valid at its last read, however long ago. */
  knows(hash: string): boolean {
    return this.entries.has(hash);
  }

  /** Reads the partner of a key and caches it, unless a change was notified during the read. */
  async load(
    hash: string,
    read: (hash: string) => Promise<FoundPartner | undefined>,
  ): Promise<FoundPartner | undefined> {
    this.listen();
    const { generation } = this;
    const partner = await read(hash);
    if (!partner) this.entries.delete(hash);
    else if (listener().isUp && generation === this.generation)
      this.entries.set(hash, { partner, generation, readAtMs: performance.now() });
    return partner;
  }

  /**
   * Drops all entries. Called after a change of a key or partner, before the response: other processes are notified
   * within a moment, and this process must not depend on that.
   */
  forget(): void {
    this.generation += 1;
  }

  /** Closes the listening connection and writes the last uses of keys. */
  async close(): Promise<void> {
    await keyUses().flush();
    this.forget();
    this.entries.clear();
    this.isListening = false;
    await listener().close();
  }

  private listen(): void {
    if (this.isListening) return;
    this.isListening = true;
    const forget = () => this.forget();
    listener().subscribe({ channel: "caller_changed", onNotice: forget, onReconnect: forget });
  }
}

/** The cache of this process. */
export function callerCache(): CallerCache {
  return perProcess("callerCache", () => new CallerCache());
}
