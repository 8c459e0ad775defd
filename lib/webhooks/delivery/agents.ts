import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import { isPublicAddress } from "./check-address";
import { type Destination, dial } from "./dial";
import { dialTls } from "./dial-tls";
import { limitIdle } from "./limit-idle";

/** Shorter than servers usually keep theirs, so that we are the one who closes. */
const IDLE_MS = 4_000;
const MAX_IDLE_PER_HOST = 256;
const MAX_IDLE = 512;

const LOOPBACK_ADDRESSES = new Set(["127.0.0.1", "::1"]);

/** What a request hands to its agent besides Node's own options. */
export interface DialOptions {
  /** Ends the making of its connection. */
  until: AbortSignal;
}

type Connected = (error: Error | null, socket?: Socket) => void;

/** Makes an agent connect by `dialWith` alone, and only to what `isAllowed` lets through. */
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

/** Plain HTTP is for this machine alone, TLS for the Internet alone. */
function agentsOf(keepAlive: boolean) {
  const options = { keepAlive, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE_PER_HOST };
  const isLoopback = (ip: string) => LOOPBACK_ADDRESSES.has(ip);
  return {
    "http:": limitIdle(guard(new HttpAgent(options), dial, isLoopback), MAX_IDLE),
    "https:": limitIdle(guard(new HttpsAgent(options), dialTls, isPublicAddress), MAX_IDLE),
  };
}

/** Keeps connections for the next webhook to the same receiver. */
const keeping = agentsOf(true);
/** Makes a new connection for each request. */
const fresh = agentsOf(false);

/** The agent for a webhook URL: the only way out of this process for webhooks. */
export function agentFor(url: URL, options: { isFresh: boolean }): HttpAgent {
  return (options.isFresh ? fresh : keeping)[url.protocol === "http:" ? "http:" : "https:"];
}
