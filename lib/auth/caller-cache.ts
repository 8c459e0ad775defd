import { listenerClient } from "@/lib/db";
import { errorFields, log } from "@/lib/log";
import type { FoundPartner } from "@/lib/partners/partner";
import { keyUses } from "./key-uses";

const CHANNEL = "caller_changed";
const MAX_AGE_MS = 30_000;
const MAX_ENTRIES = 10_000;
const RECONNECT_MS = 1_000;

interface Entry {
  partner: FoundPartner;
  readAtMs: number;
}

/**
 * Who a key belongs to, and a partner by its id, kept for at most 30 s and dropped the moment that the key or its partner changes: PostgreSQL
 * says so on a channel. While nobody listens nothing is kept.
 */
export class CallerCache {
  private readonly entries = new Map<string, Entry>();
  private listening = false;
  private opening: Promise<void> | undefined;
  private generation = 0;
  private client: ReturnType<typeof listenerClient> | undefined;
  private retryAtMs = 0;

  get(hash: string): FoundPartner | undefined {
    const entry = this.entries.get(hash);
    if (!entry || !this.listening || performance.now() - entry.readAtMs > MAX_AGE_MS)
      return undefined;
    return entry.partner;
  }

  /** Reads who a key belongs to, and keeps it unless something changed meanwhile. */
  async load(
    hash: string,
    read: (hash: string) => Promise<FoundPartner | undefined>,
  ): Promise<FoundPartner | undefined> {
    this.listen();
    const { generation } = this;
    const partner = await read(hash);
    if (partner && this.listening && generation === this.generation) {
      if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
      this.entries.set(hash, { partner, readAtMs: performance.now() });
    }
    return partner;
  }

  /** Ends the listening connection, also one that is being made, and writes which keys were used. */
  async close(): Promise<void> {
    await keyUses().flush();
    await this.opening;
    this.forget();
    this.listening = false;
    await this.client?.end();
  }

  private forget(): void {
    this.generation += 1;
    this.entries.clear();
  }

  private listen(): void {
    if (this.listening || performance.now() < this.retryAtMs) return;
    this.opening ??= this.open().finally(() => {
      this.opening = undefined;
    });
  }

  private async open(): Promise<void> {
    const client = listenerClient();
    const stopped = () => {
      if (this.client !== client) return;
      this.listening = false;
      this.forget();
    };
    client.on("error", stopped);
    client.on("end", stopped);
    client.on("notification", () => this.forget());
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.client = client;
      this.forget();
      this.listening = true;
    } catch (error) {
      log().warn(errorFields(error), "callers are not cached: no listening connection");
      this.retryAtMs = performance.now() + RECONNECT_MS;
    }
  }
}

const shared = globalThis as typeof globalThis & { partnerWalletCallers?: CallerCache };

/** The process's one cache. */
export function callerCache(): CallerCache {
  shared.partnerWalletCallers ??= new CallerCache();
  return shared.partnerWalletCallers;
}
