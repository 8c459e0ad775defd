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
 * Who a key belongs to, and a partner by its id, kept for at most 30 s and dropped the moment that the key or its partner changes: PostgreSQL
 * says so on a channel. While nobody listens nothing is kept.
 */
export class CallerCache {
  private readonly entries = new Map<string, Entry>();
  private generation = 0;
  private isListening = false;

  get(hash: string): FoundPartner | undefined {
    const entry = this.entries.get(hash);
    if (!entry || entry.generation !== this.generation || !listener().isUp) return undefined;
    return performance.now() - entry.readAtMs > MAX_AGE_MS ? undefined : entry.partner;
  }

  /** Whether a key was good when it was read last, however long ago. */
  knows(hash: string): boolean {
    return this.entries.has(hash);
  }

  /** Reads who a key belongs to, and keeps it unless something changed meanwhile. */
  async load(
    hash: string,
    read: (hash: string) => Promise<FoundPartner | undefined>,
  ): Promise<FoundPartner | undefined> {
    this.listen();
    const { generation } = this;
    const partner = await read(hash);
    if (!partner) this.entries.delete(hash);
    else if (listener().isUp && generation === this.generation) {
      if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
      this.entries.set(hash, { partner, generation, readAtMs: performance.now() });
    }
    return partner;
  }

  /**
   * Reads everybody anew. For who has changed a key or a partner and is about to answer: the other processes hear of it in a
   * moment, this one need not wait for that.
   */
  forget(): void {
    this.generation += 1;
  }

  /** Ends the listening connection, and writes which keys were used. */
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

/** The process's one cache. */
export function callerCache(): CallerCache {
  return perProcess("callerCache", () => new CallerCache());
}
