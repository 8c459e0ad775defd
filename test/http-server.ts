import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { IdempotentEndpoint } from "./idempotent-endpoints";

type Served = Pick<IdempotentEndpoint, "contract" | "handler">;

export type HttpServer = Awaited<ReturnType<typeof serveOverHttp>>;

/** The parameters of a path that a contract's pattern fits. */
function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const fits = new RegExp(`^${pattern.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(path);
  return fits ? { ...fits.groups } : undefined;
}

async function answer(served: readonly Served[], incoming: IncomingMessage): Promise<Response> {
  const { method = "GET", url = "/", headers } = incoming;
  const { pathname, href } = new URL(url, "http://127.0.0.1:3000");
  const body = await buffer(incoming).catch(() => undefined);
  // Hung up in the middle of the request.
  if (!body) return new Response(null, { status: 400 });
  const init = { method, headers: headers as Record<string, string> };
  const request = new Request(
    href,
    body.length > 0 ? { ...init, body: new Uint8Array(body) } : init,
  );
  for (const { contract, handler } of served) {
    const params = contract.method === method ? paramsOf(contract.path, pathname) : undefined;
    if (params) return handler(request, { params: Promise.resolve(params) });
  }
  return new Response(null, { status: 404 });
}

async function write(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/** Routes behind a real socket, on which a client can hang up. */
export async function serveOverHttp(served: readonly Served[]) {
  const failures: unknown[] = [];
  const server = createServer((incoming, outgoing) => {
    answer(served, incoming)
      .then((response) => write(response, outgoing))
      .catch((error: unknown) => failures.push(error));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    /** What a handler threw, which no handler does. */
    failures,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
