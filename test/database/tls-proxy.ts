import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { placeOf } from "./silent-database";

const SCRIPT = join(import.meta.dirname, "../../ops/high-availability/make-certificates.sh");
/** The first message of a client that wants TLS: its length and the code of an SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

const makeCertificates = (...args: string[]) =>
  execFileSync("sh", [SCRIPT, ...args], { stdio: ["ignore", "ignore", "inherit"] });

export type TlsProxy = Awaited<ReturnType<typeof startTlsProxy>>;

/**
 * Starts a proxy that speaks TLS with the service, as PostgreSQL does with `ssl = on`, and refuses everybody else. Its
 * certificate has the name 127.0.0.1 and not localhost.
 */
export async function startTlsProxy() {
  const folder = mkdtempSync(join(tmpdir(), "tls-proxy-"));
  const [known, stranger] = [join(folder, "known"), join(folder, "stranger")];
  for (const authority of [known, stranger]) makeCertificates("authority", authority);
  makeCertificates("database", known, "n1", "127.0.0.1");
  const secureContext = tls.createSecureContext({
    cert: readFileSync(join(known, "n1/host.crt")),
    key: readFileSync(join(known, "n1/host.key")),
  });
  const direct = new URL(process.env.DATABASE_URL ?? "");
  const sockets = new Set<net.Socket>();
  let records = 0;

  function forward(application: tls.TLSSocket): void {
    const database = net.connect(placeOf(direct));
    for (const socket of [application, database]) sockets.add(socket.on("error", () => {}));
    application.on("data", (bytes) => {
      records += 1;
      database.write(bytes);
    });
    database.on("data", (bytes) => application.write(bytes));
    application.on("close", () => database.end());
    database.on("close", () => application.end());
  }

  const server = net.createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.once("data", (bytes) => {
      if (!bytes.equals(SSL_REQUEST)) return void socket.destroy();
      socket.write("S");
      forward(new tls.TLSSocket(socket, { isServer: true, secureContext }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));

  return {
    /** The URL with these parameters; `sslrootcert` is the authority of the proxy unless another is named. */
    url(parameters: Record<string, string>, hostname = "127.0.0.1"): string {
      const url = new URL(direct);
      url.searchParams.delete("host");
      url.hostname = hostname;
      url.port = String((server.address() as net.AddressInfo).port);
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    authorityFile: join(known, "authority.crt"),
    strangerFile: join(stranger, "authority.crt"),
    /** How many records with data have arrived. */
    countRecords: () => records,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
