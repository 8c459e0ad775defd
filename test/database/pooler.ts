import net from "node:net";
import { forgetEnv } from "@/lib/kernel/env";
import { placeOf } from "./silent-database";

/** Messages of PostgreSQL's protocol: the login succeeded, and the connection is idle. */
const LOGGED_IN = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
/** The end of a response: PostgreSQL takes the next statement, outside a transaction. */
const READY = Buffer.from("Z\0\0\0\x05I", "latin1");
const REFUSAL = "server login has been failing, cached error: connect failed (server_login_retry)";

function refusal(): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${REFUSAL}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** The message Sync of PostgreSQL's protocol, which ends every statement with values. */
export const ANY_STATEMENT = "S\0\0\0\x04";

/** Connections to cut: `times` of those that send a statement with this text, before or after PostgreSQL executed it. */
export interface Cut {
  text: string;
  when: "before" | "after";
  times: number;
  /** The number of such statements that are sent before the first cut; none by default. */
  skipped?: number;
}

/**
 * Starts a pooler between the service and PostgreSQL, which behaves as PgBouncer does while PostgreSQL is away: clients log in, and
 * their first statement is refused. DATABASE_URL points to the pooler until `stop` is called.
 */
export async function startPooler(port = 0) {
  const direct = process.env.DATABASE_URL ?? "";
  const clients = new Set<net.Socket>();
  let isAway = false;
  let refused = 0;
  let cut: Cut | undefined;

  /** Returns the cut that these bytes of a client are the reason for, if there is one. */
  function takeCut(bytes: Buffer): Cut | undefined {
    if (!cut || cut.times === 0 || !bytes.includes(cut.text)) return undefined;
    if (cut.skipped) {
      cut.skipped -= 1;
      return undefined;
    }
    cut.times -= 1;
    return cut;
  }

  function refuse(client: net.Socket): void {
    refused += 1;
    // What follows is the client's farewell.
    client.removeAllListeners("data").resume();
    client.end(refusal());
  }

  function join(client: net.Socket): void {
    clients.add(client);
    client.on("error", () => {});
    client.on("close", () => clients.delete(client));
    if (isAway) {
      client.once("data", () => {
        client.write(LOGGED_IN);
        client.once("data", () => refuse(client));
      });
      return;
    }
    const database = net.connect(placeOf(new URL(direct)));
    database.on("error", () => {});
    database.on("close", () => client.end());
    let isCut = false;
    database.on("data", (bytes) => {
      if (!isCut) client.write(bytes);
      else if (bytes.includes(READY)) client.destroy();
    });
    client.on("close", () => database.end());
    client.on("data", (bytes) => {
      // An idle client stays connected, and its next statement is refused.
      if (isAway) return refuse(client);
      const taken = takeCut(bytes);
      if (taken?.when === "before") return void client.destroy();
      isCut ||= taken !== undefined;
      database.write(bytes);
    });
  }

  const server = net.createServer(join);
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const through = new URL(direct);
  through.searchParams.delete("host");
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as net.AddressInfo).port);
  process.env.DATABASE_URL = through.href;
  forgetEnv();

  return {
    /** The number of statements that were refused. */
    countRefused: (): number => refused,
    /** From now on PostgreSQL is away. */
    loseDatabase(): void {
      isAway = true;
    },
    /** From now on connections are cut. `times` of the returned cut is what is left of it. */
    cutConnections(next: Cut): Cut {
      cut = next;
      return next;
    },
    /** PostgreSQL is back. */
    findDatabase(): void {
      isAway = false;
    },
    async stop(): Promise<void> {
      process.env.DATABASE_URL = direct;
      forgetEnv();
      for (const client of clients) client.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
