// Before what makes a server: handlers find their exchange here as they do in the built service.
import "@/bin/steps/keep-exchange.mjs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Served {
  contract: { method: string; path: string };
  handler: (
    request: Request,
    context: { params: Promise<Record<string, string>> },
  ) => Promise<Response>;
}

export type HttpServer = Awaited<ReturnType<typeof serveOverHttp>>;

/** The parameters of a path that a contract's pattern fits. */
function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const fits = new RegExp(`^${pattern.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(path);
  return fits ? { ...fits.groups } : undefined;
}

/** As the framework makes it: the body is a stream that nothing was read from yet. */
function requestOf(incoming: IncomingMessage): Request {
  const { method = "GET", url = "/", headers } = incoming;
  const init = { method, headers: headers as Record<string, string>, duplex: "half" };
  const body = method === "GET" || method === "HEAD" ? null : incoming;
  return new Request(new URL(url, "http://127.0.0.1:3000"), { ...init, body } as RequestInit);
}

async function answer(served: readonly Served[], incoming: IncomingMessage): Promise<Response> {
  const request = requestOf(incoming);
  const { pathname } = new URL(request.url);
  for (const { contract, handler } of served) {
    const params =
      contract.method === request.method ? paramsOf(contract.path, pathname) : undefined;
    if (params) return handler(request, { params: Promise.resolve(params) });
  }
  return new Response(null, { status: 404 });
}

/** As the framework does: without a body it just ends. */
async function write(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body) {
    outgoing.flushHeaders();
    outgoing.write(Buffer.from(await response.arrayBuffer()));
  }
  outgoing.end();
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
