import net from "node:net";
import { forgetEnv } from "@/lib/kernel/env";

interface Connection {
  application: net.Socket;
  database: net.Socket;
  isSilent: boolean;
  /** Responses of PostgreSQL that were not forwarded yet. */
  held: Buffer[];
}

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

export function placeOf({ hostname, port, searchParams }: URL): net.NetConnectOpts {
  const folder = searchParams.get("host");
  if (folder?.startsWith("/")) return { path: `${folder}/.s.PGSQL.${port || 5432}` };
  return { host: hostname, port: Number(port || 5432) };
}

/**
 * Starts a proxy between the service and PostgreSQL that can stop forwarding responses, as a network does when a
 * machine disappears: connections are neither closed nor refused. DATABASE_URL points to the proxy until `stop` is
 * called.
 */
export async function startDatabaseProxy() {
  const direct = process.env.DATABASE_URL ?? "";
  const connections: Connection[] = [];
  let word: string | undefined;

  function join(application: net.Socket): void {
    const database = net.connect(placeOf(new URL(direct)));
    const connection: Connection = { application, database, isSilent: false, held: [] };
    connections.push(connection);
    for (const socket of [application, database]) socket.on("error", () => {});
    application.on("data", (bytes) => {
      if (word !== undefined && bytes.includes(word)) connection.isSilent = true;
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      if (connection.isSilent) connection.held.push(bytes);
      else application.write(bytes);
    });
    application.on("close", () => database.end());
    database.on("close", () => application.end());
  }

  const server = net.createServer(join);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const through = new URL(direct);
  through.searchParams.delete("host");
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as net.AddressInfo).port);
  process.env.DATABASE_URL = through.href;
  forgetEnv();

  return {
    /** The number of silent connections that the service has not closed. */
    countSilent: (): number =>
      connections.filter(({ isSilent, application }) => isSilent && !application.closed).length,
    /** Stops the responses on the present connections; new connections work, as if another machine had taken over. */
    fallSilent(): void {
      for (const connection of connections) connection.isSilent = true;
    },
    /**
     * Stops the responses on each connection that sends a request with this text; PostgreSQL still executes the
     * request.
     */
    fallSilentAt(text: string): void {
      word = text;
    },
    /** Forwards the held responses, late, and all that follow. */
    speakAgain(): void {
      word = undefined;
      for (const connection of connections) {
        connection.isSilent = false;
        for (const bytes of connection.held.splice(0)) connection.application.write(bytes);
      }
    },
    async stop(): Promise<void> {
      process.env.DATABASE_URL = direct;
      forgetEnv();
      for (const { application, database } of connections) {
        application.destroy();
        database.destroy();
      }
      await new Promise((done) => server.close(done));
    },
  };
}
