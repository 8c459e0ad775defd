import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { logFault } from "@/lib/http/log-fault";
import { answerApi } from "@/server/api/answer-api";
import type { RouteModule } from "@/server/api/route-table";
import { KEEP_OPEN } from "./keep-open";

interface Served {
  contract: { method: string; path: string };
  handler: (
    request: Request,
    context: { params: Promise<Record<string, string>> },
  ) => Promise<Response>;
}

export type HttpServer = Awaited<ReturnType<typeof serveOverHttp>>;

/** The handlers by path pattern and method, as route files export them. */
function routesOf(
  served: readonly Served[],
  failures: unknown[],
  underWay: Set<Promise<unknown>>,
): Record<string, RouteModule> {
  const routes: Record<string, RouteModule> = { "/api/[[...rest]]": {} };
  for (const { contract, handler } of served) {
    const pattern = contract.path.replace(/\{(\w+)\}/g, "[$1]");
    const watched: Served["handler"] = (request, context) => {
      const answer = handler(request, context)
        .catch((error: unknown) => {
          failures.push(error);
          throw error;
        })
        .finally(() => underWay.delete(answer));
      underWay.add(answer);
      return answer;
    };
    routes[pattern] = { ...routes[pattern], [contract.method]: watched };
  }
  return routes;
}

/** Serves routes as our server does, on a real socket that a client can disconnect. */
export async function serveOverHttp(served: readonly Served[]) {
  const failures: unknown[] = [];
  const underWay = new Set<Promise<unknown>>();
  const routes = routesOf(served, failures, underWay);
  const answer = answerApi({ routes, logFault }, "127.0.0.1:3000");
  const server = createServer(
    KEEP_OPEN,
    answer((_, response) => response.writeHead(404).end()),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    /** Errors that a handler has thrown; a correct handler throws none. */
    failures,
    /** Ends all connections, and waits for the requests whose clients have gone: they still use the database. */
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await Promise.allSettled(underWay);
    },
  };
}
