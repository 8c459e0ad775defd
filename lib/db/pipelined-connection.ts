import pg from "pg";

/** What `pg` says of a statement without a response. */
const READ_TIMEOUT = /^query read timeout/i;

/** Sends the statements of one turn of the event loop in one write, and with TLS in one record. */
function gather({ connection: { stream } }: pg.Client): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/**
 * One connection with any number of statements in flight: each is sent without waiting for the results of earlier ones.
 * Each statement is a transaction of its own, so a failure affects no other, but results arrive in order. The
 * connection is opened at its first use and again after a loss. Source: docs/decisions/0025-lanes.md
 */
export class PipelinedConnection {
  readonly #config: pg.ClientConfig;
  #opening: Promise<pg.Client> | undefined;
  #underWay = 0;
  /** The connections that a statement without a response closed. */
  readonly #silent = new WeakSet<pg.Client>();

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  /** The number of statements in flight. */
  get underWay(): number {
    return this.#underWay;
  }

  /** @throws the error of PostgreSQL for this statement, or the loss of the connection. */
  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    this.#underWay += 1;
    try {
      this.#opening ??= this.#open();
      const client = await this.#opening;
      gather(client);
      return await this.#send<Row>(client, statement);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** A statement without a response closes the connection, and others on it fail as if it were lost. They also had no response. */
  async #send<Row extends pg.QueryResultRow>(
    client: pg.Client,
    statement: pg.QueryConfig,
  ): Promise<Row[]> {
    try {
      return (await client.query<Row>(statement)).rows;
    } catch (error) {
      if (error instanceof Error && READ_TIMEOUT.test(error.message)) this.#silent.add(client);
      else if (this.#silent.has(client)) throw new Error("Query read timeout", { cause: error });
      throw error;
    }
  }

  /** Closes the connection after all statements in flight have ended. */
  async close(): Promise<void> {
    const client = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    await client?.end();
  }

  #open(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config, pipeline: true });
    const opening = client.connect();
    const forget = () => {
      if (this.#opening === opening) this.#opening = undefined;
    };
    client.on("error", forget);
    client.on("end", forget);
    opening.catch(forget);
    return opening;
  }
}
