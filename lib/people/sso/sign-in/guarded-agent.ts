import { Agent } from "node:http";
import type { Socket } from "node:net";
import { perProcess } from "@/lib/kernel/per-process";
import { isPublicAddress } from "@/lib/webhooks/delivery/check-address";
import { dial } from "@/lib/webhooks/delivery/dial";
import { dialTls } from "@/lib/webhooks/delivery/dial-tls";
import { isKeyAddress } from "./key-addresses";
import { limitResponse, MAX_KEYS_BYTES, MAX_RESPONSE_BYTES } from "./limit-response";

/** Limits one request to an identity provider, its response included. */
export const EXCHANGE_MS = 8_000;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;

const isLoopback = (ip: string) => ip === "127.0.0.1" || ip === "::1";

type Connected = (error: Error | null, socket?: Socket) => void;

const connectGuarded: Agent["createConnection"] = (options, callback) => {
  const connected = callback as Connected;
  const isTls = options.protocol !== "http:";
  const given = Number(options.port);
  const port = !isTls && given === HTTPS_PORT ? HTTP_PORT : given;
  const host = (options.host ?? "").replace(/^\[(.*)\]$/, "$1");
  const until = AbortSignal.timeout(EXCHANGE_MS);
  const isAllowed = isTls ? isPublicAddress : isLoopback;
  // Node passes the whole address on, which its types leave out.
  const { href } = options as { href?: string };
  const maxBytes = isKeyAddress(href) ? MAX_KEYS_BYTES : MAX_RESPONSE_BYTES;
  (isTls ? dialTls : dial)({ host, port, until, isAllowed }).then(
    (socket) => {
      limitResponse(socket, maxBytes);
      until.addEventListener("abort", () => socket.destroy(), { once: true });
      connected(null, socket);
    },
    (error: Error) => connected(error),
  );
  return undefined;
};

/**
 * The agent of all requests of this process to identity providers. It connects under the rules for webhooks: TLS reaches the
 * Internet only, plain HTTP this machine only, and the address that was checked is the one that is dialled. Each request has
 * a connection of its own, which ends after `EXCHANGE_MS` and above `MAX_RESPONSE_BYTES`, or `MAX_KEYS_BYTES` for keys. One agent serves both protocols,
 * because openid-client takes one for all its requests.
 */
export const guardedAgent = (): Agent =>
  perProcess("identity providers", () =>
    // An agent without a protocol of its own is accepted for both. The port is that of https, which URLs leave out.
    Object.assign(new Agent({ keepAlive: false }), {
      ...{ protocol: undefined, defaultPort: HTTPS_PORT, createConnection: connectGuarded },
    }),
  );
