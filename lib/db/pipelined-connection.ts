import { Socket } from "node:net";
import pg from "pg";

interface Connection {
  client: pg.Client;
  socket: Socket;
}

/** What is asked in one turn of the event loop goes out in one write. */
function gather(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}

/**
 * One connection with any number of statements under way: each is sent without waiting for the answers of those before
 * it. A statement is a transaction of its own, so one that fails fails alone; but each waits for those before it. Made
 * when it is first used, and made anew when it was lost. Source: docs/decisions/0025-lanes.md
 */
export class PipelinedConnection {
  readonly #config: pg.ClientConfig;
  #opening: Promise<Connection> | undefined;
  #underWay = 0;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  /** How many statements wait for their answer. */
  get underWay(): number {
    return this.#underWay;
  }

  /** @throws what PostgreSQL says of this statement, or that the connection was lost. */
  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    this.#underWay += 1;
    try {
      this.#opening ??= this.#open();
      const { client, socket } = await this.#opening;
      gather(socket);
      const { rows } = await client.query<Row>(statement);
      return rows;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Ends the connection once everything under way is answered. */
  async close(): Promise<void> {
    const open = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    await open?.client.end();
  }

  #open(): Promise<Connection> {
    const socket = new Socket();
    const client = new pg.Client({ ...this.#config, pipeline: true, stream: () => socket });
    const opening = client.connect().then(() => ({ client, socket }));
    const forget = () => {
      if (this.#opening === opening) this.#opening = undefined;
    };
    client.on("error", forget);
    client.on("end", forget);
    opening.catch(forget);
    return opening;
  }
}
