import pg from "pg";
import { cut, type Silence } from "./silence";

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: pg.PoolClient["release"],
) => void;

/** A pool that replaces a suspected connection instead of giving it to a statement. */
export class HeardPool extends pg.Pool {
  readonly #silence: Silence;

  constructor(config: pg.PoolConfig, silence: Silence) {
    super(config);
    this.#silence = silence;
    this.on("connect", (client) => silence.watch(client));
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
      if (!this.#silence.isSuspect(client)) return client;
      client.release(true);
      cut(client);
    }
  }
}
