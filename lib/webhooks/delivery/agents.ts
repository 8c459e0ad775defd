import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import { isPublicAddress } from "./check-address";
import { type Destination, dial } from "./dial";
import { dialTls } from "./dial-tls";
import { limitIdle } from "./limit-idle";

/** Shorter than the usual idle timeout of servers, so that our side closes the connection first. */
const IDLE_MS = 4_000;
const MAX_IDLE_PER_HOST = 256;
const MAX_IDLE = 512;

const LOOPBACK_ADDRESSES = new Set(["127.0.0.1", "::1"]);

/** The options of a request beyond Node's own. */
export interface DialOptions {
  /** Aborts the connection attempt. */
  until: AbortSignal;
}

type Connected = (error: Error | null, socket?: Socket) => void;

/** Makes an agent connect only through `dialWith`, and only to addresses that `isAllowed` accepts. */
function guard<Guarded extends HttpAgent>(
  agent: Guarded,
  dialWith: (destination: Destination) => Promise<Socket>,
  isAllowed: (ip: string) => boolean,
): Guarded {
  agent.createConnection = (options, callback) => {
    const { host, port, until } = options as typeof options & DialOptions;
    const connected = callback as Connected;
    dialWith({ host: host ?? "", port: Number(port), until, isAllowed }).then(
      (socket) => connected(null, socket),
      (error) => connected(error),
    );
    return undefined;
  };
  return agent;
}

/** Plain HTTP may only reach this machine, TLS only the Internet. */
function agentsOf(keepAlive: boolean) {
  const options = { keepAlive, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE_PER_HOST };
  const isLoopback = (ip: string) => LOOPBACK_ADDRESSES.has(ip);
  return {
    "http:": limitIdle(guard(new HttpAgent(options), dial, isLoopback), MAX_IDLE),
    "https:": limitIdle(guard(new HttpsAgent(options), dialTls, isPublicAddress), MAX_IDLE),
  };
}

/** Keeps connections open for the next webhook to the same receiver. */
const keeping = agentsOf(true);
/** Opens a new connection for each request. */
const fresh = agentsOf(false);

/** Returns the agent for a webhook URL. All webhook requests of this process go through these agents. */
export function agentFor(url: URL, options: { isFresh: boolean }): HttpAgent {
  return (options.isFresh ? fresh : keeping)[url.protocol === "http:" ? "http:" : "https:"];
}
