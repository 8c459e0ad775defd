import { createServer as createNodeServer, type RequestListener, type Server } from "node:http";
import { answerOptions } from "./answer-options.ts";
import { answerBrokenRequests } from "./broken-requests.ts";
import { checkRequestLine } from "./check-request-line.ts";
import { setClientAddress } from "./client-address.ts";
import { setContentSecurityPolicy } from "./content-security-policy.ts";
import { dropBrokenRouterState } from "./drop-broken-router-state.ts";
import { limitToRole } from "./limit-to-role.ts";
import { markLoopbackClients } from "./loopback-client.ts";
import { chain } from "./middleware.ts";
import { refuseMalformedPaths } from "./refuse-malformed-paths.ts";
import { setSecurityHeaders } from "./security-headers.ts";
import { serverOptions } from "./server-options.ts";

export interface Settings {
  /** The time limit for the arrival of a request, its body included. */
  requestTimeoutMs: number;
  /** The number of the operator's proxies between clients and the service. */
  trustedProxyHops: number;
  /** SERVICE_ROLE. Default: all, which serves everything. */
  role?: string;
}

/** Creates the HTTP server: every request passes these middlewares, in this order, before `answer` receives it. */
export function createServer(settings: Settings, answer: RequestListener): Server {
  const listener = chain(
    [
      setSecurityHeaders,
      checkRequestLine,
      limitToRole(settings.role ?? "all"),
      refuseMalformedPaths,
      dropBrokenRouterState,
      // Before the next one, which replaces a proxy's header.
      markLoopbackClients,
      setClientAddress(settings.trustedProxyHops),
      setContentSecurityPolicy,
      answerOptions,
    ],
    answer,
  );
  const server = createNodeServer(serverOptions(settings.requestTimeoutMs), listener);
  answerBrokenRequests(server);
  return server;
}
