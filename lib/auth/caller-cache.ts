import { listenerClient } from "@/lib/db";
import { errorFields, log } from "@/lib/log";
import type { CallingPartner } from "@/lib/partners/partner";

const CHANNEL = "caller_changed";
const MAX_AGE_MS = 30_000;
const MAX_ENTRIES = 10_000;
const RECONNECT_MS = 1_000;

interface Entry {
  partner: CallingPartner;
  readAtMs: number;
}

/**
 * Who a key belongs to, kept for at most 30 s and dropped the moment that the key or its partner changes: PostgreSQL
 * says so on a channel. While nobody listens nothing is kept.
 */
export class CallerCache {
  private readonly entries = new Map<string, Entry>();
  private listening = false;
  private connecting = false;
  private generation = 0;
  private client: ReturnType<typeof listenerClient> | undefined;
  private retryAtMs = 0;

  get(hash: string): CallingPartner | undefined {
    const entry = this.entries.get(hash);
    if (!entry || !this.listening || performance.now() - entry.readAtMs > MAX_AGE_MS)
      return undefined;
    return entry.partner;
  }

  /** Reads who a key belongs to, and keeps it unless something changed meanwhile. */
  async load(
    hash: string,
    read: (hash: string) => Promise<CallingPartner | undefined>,
  ): Promise<CallingPartner | undefined> {
    void this.listen();
    const { generation } = this;
    const partner = await read(hash);
    if (partner && this.listening && generation === this.generation) {
      if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
      this.entries.set(hash, { partner, readAtMs: performance.now() });
    }
    return partner;
  }

  /** Ends the listening connection. */
  async close(): Promise<void> {
    this.forget();
    this.listening = false;
    await this.client?.end();
  }

  private forget(): void {
    this.generation += 1;
    this.entries.clear();
  }

  private async listen(): Promise<void> {
    if (this.listening || this.connecting || performance.now() < this.retryAtMs) return;
    this.connecting = true;
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
    } finally {
      this.connecting = false;
    }
  }
}

const shared = globalThis as typeof globalThis & { partnerWalletCallers?: CallerCache };

/** The process's one cache. */
export function callerCache(): CallerCache {
  shared.partnerWalletCallers ??= new CallerCache();
  return shared.partnerWalletCallers;
}
