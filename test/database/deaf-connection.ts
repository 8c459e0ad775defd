import net from "node:net";
import { forgetEnv } from "@/lib/kernel/env";
import { placeOf } from "./silent-database";

/** The type of the message in which PostgreSQL sends a notification. */
const NOTIFICATION = "A".charCodeAt(0);
const LENGTH_BYTES = 4;

/** Returns the whole messages of PostgreSQL in these bytes, and the bytes of an incomplete one. */
function messagesIn(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let rest = bytes;
  while (rest.length > LENGTH_BYTES) {
    const end = 1 + rest.readInt32BE(1);
    if (rest.length < end) break;
    messages.push(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  return { messages, rest };
}

/**
 * Starts a proxy for the LISTEN connection that passes every statement on and, while it is deaf, no notification: as
 * PgBouncer does in transaction mode. DATABASE_DIRECT_URL points to it until `stop` is called.
 */
export async function startDeafProxy({ isDeaf }: { isDeaf: boolean }) {
  const direct = new URL(process.env.DATABASE_URL ?? "");
  const sockets = new Set<net.Socket>();
  const proxy = { isDeaf };

  const server = net.createServer((application) => {
    const database = net.connect(placeOf(direct));
    let rest: Buffer = Buffer.alloc(0);
    for (const socket of [application, database]) sockets.add(socket.on("error", () => {}));
    application.on("data", (bytes) => database.write(bytes));
    database.on("data", (bytes) => {
      const read = messagesIn(Buffer.concat([rest, bytes]));
      rest = read.rest;
      for (const message of read.messages)
        if (!proxy.isDeaf || message[0] !== NOTIFICATION) application.write(message);
    });
    application.on("close", () => database.end());
    database.on("close", () => application.end());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const through = new URL(direct);
  through.searchParams.delete("host");
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as net.AddressInfo).port);
  process.env.DATABASE_DIRECT_URL = through.href;
  forgetEnv();

  return Object.assign(proxy, {
    async stop(): Promise<void> {
      delete process.env.DATABASE_DIRECT_URL;
      forgetEnv();
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  });
}
