import { createPublicClient, type HttpTransport, http, type PublicClient } from "viem";
import { env } from "@/lib/kernel/env";
import { inSpan } from "@/lib/kernel/tracing/span";
import { chainSetting, settingSuffix } from "./chain-setting";
import type { Network } from "./networks";

/** Thrown for a chain without a configured node. */
export class ChainOffError extends Error {
  constructor(chain: string) {
    super(`${chain} is off: set RPC_URL_${settingSuffix(chain)} to the URL of a node`);
    this.name = "ChainOffError";
  }
}

/** Returns the URL of the chain's node; undefined when the chain is off. */
export function rpcUrl(network: Network): string | undefined {
  return chainSetting(env(), "RPC_URL", network.chain);
}

/** Runs each request to the node in a span with its method, without parameters. */
function withSpans(chain: string, transport: HttpTransport): HttpTransport {
  return (options) => {
    const made = transport(options);
    const request = (args: { method: string }, ...rest: unknown[]) => {
      const attributes = { "rpc.system": "jsonrpc", "rpc.method": args.method, chain };
      const send = made.request as (...all: unknown[]) => Promise<unknown>;
      return inSpan(args.method, { kind: "client", attributes }, () => send(args, ...rest));
    };
    return { ...made, request: request as typeof made.request };
  };
}

/**
 * The largest answer that is read. viem's default of 10 MB is less than the receipt of a transaction that anybody can send:
 * one with only empty logs has more than a byte for each unit of gas. A receipt that cannot be read stops all deposits.
 */
const MAX_ANSWER_BYTES = 128 * 1_024 * 1_024;

/** Limits a request to `timeoutMs`, its whole answer included: viem's own limit ends with the answer's headers. */
const fetchWithin =
  (timeoutMs: number) =>
  (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const late = AbortSignal.timeout(timeoutMs);
    return fetch(input, {
      ...init,
      signal: init.signal ? AbortSignal.any([init.signal, late]) : late,
    });
  };

const clients = new Map<string, PublicClient>();

/**
 * Returns the client of the chain's node (RPC_URL_<CHAIN>), for reads and signed transactions.
 *
 * Each call makes one request and is not retried: only the caller knows how to handle a missing response, above all
 * after sending a transaction. Nothing is cached, and URLs from contracts are not followed.
 * @throws ChainOffError without a node
 */
export function chainClient(network: Network): PublicClient {
  const url = rpcUrl(network);
  if (url === undefined) throw new ChainOffError(network.chain);
  const known = clients.get(url);
  if (known) return known;
  const timeout = env().CHAIN_RPC_TIMEOUT_MS;
  const limits = {
    timeout,
    fetchFn: fetchWithin(timeout),
    maxResponseBodySize: MAX_ANSWER_BYTES,
  };
  const client = createPublicClient({
    transport: withSpans(network.chain, http(url, { ...limits, retryCount: 0, batch: false })),
    cacheTime: 0,
    ccipRead: false,
  });
  clients.set(url, client);
  return client;
}
