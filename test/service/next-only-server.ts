/** A server with all of our middleware in which Next also serves the API; both-ways.spec.ts compares it with ours. */
import { join } from "node:path";
import next from "next";
import { createServer } from "../../server/create-server.ts";
import { markOwnServer } from "../../server/own-server.ts";

const hostname = process.env.HOST ?? "127.0.0.1";
const port = Number(process.env.PORT);
const trustedProxyHops = Number(process.env.TRUSTED_PROXY_HOPS);
markOwnServer();
const app = next({ dev: false, dir: join(import.meta.dirname, "../.."), hostname, port });
await app.prepare();
const settings = { requestTimeoutMs: 20_000, trustedProxyHops };
createServer(settings, app.getRequestHandler()).listen(port, hostname);
