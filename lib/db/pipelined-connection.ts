import pg from "pg";
import { cut, hadNoResponse, SuspectConnections } from "./suspect-connections";

/** Sends the statements of one turn of the event loop in one write, and with TLS in one record. */
function gather({ connection: { stream } }: pg.Client): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/**
 * One connection with any number of statements in flight: each is sent without waiting for the results of earlier ones.
 * Each statement is a transaction of its own, so a failure affects no other, but results arrive in order. The
 * connection is opened at its first use and again after a loss. Source: docs/decisions/0025-pipelined-lookups.md
 */
export class PipelinedConnection {
  readonly #config: pg.ClientConfig;
  #opening: Promise<pg.Client> | undefined;
  #underWay = 0;
  /** The statements that were sent and have not ended. */
  #sent = 0;
  readonly #suspects: SuspectConnections;
  /** The connections that a statement without a response closed. */
  readonly #silent = new WeakSet<pg.Client>();

  constructor(config: pg.ClientConfig, suspects = new SuspectConnections()) {
    this.#config = config;
    this.#suspects = suspects;
  }

  /** The number of statements in flight. */
  get underWay(): number {
    return this.#underWay;
  }

  /** @throws the error of PostgreSQL for this statement, or the loss of the connection. */
  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    this.#underWay += 1;
    try {
      const client = await this.#connect();
      gather(client);
      return await this.#send<Row>(client, statement);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Returns the open connection. Replaces a suspected one on which no statement is in flight. */
  async #connect(): Promise<pg.Client> {
    for (;;) {
      this.#opening ??= this.#open();
      const opening = this.#opening;
      const client = await opening;
      if (this.#opening !== opening) continue;
      if (this.#sent > 0 || !this.#suspects.isSuspect(client)) return client;
      this.#opening = undefined;
      cut(client);
    }
  }

  /** A statement without a response closes the connection, and others on it fail as if it were lost. They also had no response. */
  async #send<Row extends pg.QueryResultRow>(
    client: pg.Client,
    statement: pg.QueryConfig,
  ): Promise<Row[]> {
    const sentAtMs = performance.now();
    this.#sent += 1;
    try {
      return (await client.query<Row>(statement)).rows;
    } catch (error) {
      this.#suspects.note(error, sentAtMs);
      if (hadNoResponse(error)) this.#silent.add(client);
      else if (this.#silent.has(client)) throw new Error("Query read timeout", { cause: error });
      throw error;
    } finally {
      this.#sent -= 1;
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
    this.#suspects.watch(client);
    opening.catch(forget);
    return opening;
  }
}
