import type { EventEmitter } from "node:events";
import pg from "pg";

/** What pg's types lack: the connection of a client, for messages of the streaming replication protocol. */
interface ReplicationClient {
  connection: EventEmitter & { sendCopyFromChunk(chunk: Buffer): void };
}

/** Connects as a standby does that asks for the write-ahead log and does not get it yet. The caller ends the client. */
export async function connectStandby(superuserUrl: string): Promise<pg.Client> {
  const url = new URL(superuserUrl);
  url.searchParams.set("replication", "true");
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}

/** Position in the write-ahead log, as a number: "0/1A2B" has its upper half before the slash. */
function positionOf(text: string): bigint {
  const [upper = "0", lower = "0"] = text.split("/");
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}

/** The standby's status: everything up to `written` is on its disk, and nothing after `replayed` is replayed. */
function statusUpdate(written: bigint, replayed: bigint): Buffer {
  const message = Buffer.alloc(34);
  message.write("r", 0, "latin1");
  message.writeBigInt64BE(written, 1);
  message.writeBigInt64BE(written, 9);
  message.writeBigInt64BE(replayed, 17);
  return message;
}

/**
 * Lets the standby receive the write-ahead log from now on and replay none of it, as during a long query on it.
 *
 * @param slot the physical replication slot that the standby uses
 */
export async function receiveWithoutReplay(client: pg.Client, slot?: string): Promise<void> {
  const start = await positionNow(client);
  receive(client, { start, replayed: positionOf(start), slot });
}

/** Lets the client receive the write-ahead log from now on as pg_receivewal does, which has no database to replay it in. */
export async function receiveAsArchive(client: pg.Client): Promise<void> {
  receive(client, { start: await positionNow(client), replayed: 0n });
}

async function positionNow(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ xlogpos: string }>("IDENTIFY_SYSTEM");
  return rows[0]?.xlogpos ?? "";
}

interface Receiving {
  start: string;
  replayed: bigint;
  slot?: string | undefined;
}

function receive(client: pg.Client, { start, replayed, slot }: Receiving): void {
  const { connection } = client as unknown as ReplicationClient;
  connection.on("copyData", ({ chunk }: { chunk: Buffer }) => {
    const isData = chunk.toString("latin1", 0, 1) === "w";
    const sentTo = chunk.readBigInt64BE(isData ? 9 : 1);
    connection.sendCopyFromChunk(statusUpdate(sentTo, replayed));
  });
  // Ends with the connection alone.
  const ofSlot = slot === undefined ? "" : `SLOT ${slot} `;
  client.query(`START_REPLICATION ${ofSlot}PHYSICAL ${start}`).catch(() => {});
}
