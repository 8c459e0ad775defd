import pg from "pg";
import { cut, type SuspectConnections } from "./suspect-connections";

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: pg.PoolClient["release"],
) => void;

/** A pool that replaces a suspected connection instead of giving it to a statement. */
export class CheckedPool extends pg.Pool {
  readonly #suspects: SuspectConnections;

  constructor(config: pg.PoolConfig, suspects: SuspectConnections) {
    super(config);
    this.#suspects = suspects;
    this.on("connect", (client) => suspects.watch(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect();
    if (onConnected === undefined) return connecting;
    connecting.then(
      (client) => onConnected(undefined, client, client.release),
      (error) => onConnected(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      if (!this.#suspects.isSuspect(client)) return client;
      client.release(true);
      cut(client);
    }
  }
}
