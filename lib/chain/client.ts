import { createPublicClient, http, type PublicClient } from "viem";
import { env } from "@/lib/kernel/env";
import { chainSetting, settingSuffix } from "./chain-setting";
import type { Network } from "./networks";

/** A chain for which no node is set. */
export class ChainOffError extends Error {
  constructor(chain: string) {
    super(`${chain} is off: set RPC_URL_${settingSuffix(chain)} to the URL of a node`);
    this.name = "ChainOffError";
  }
}

/** Where the chain's node is; undefined when the chain is off. */
export function rpcUrl(network: Network): string | undefined {
  return chainSetting(env(), "RPC_URL", network.chain);
}

const clients = new Map<string, PublicClient>();

/**
 * Reads a chain, and takes signed transactions for it, through the node of RPC_URL_<CHAIN>.
 *
 * Each call is one request of its own, made once: whoever asks knows what to do when there is no answer, above all when
 * something was sent. Nothing is cached, and no URL that a contract names is followed. Throws ChainOffError without a node.
 */
export function chainClient(network: Network): PublicClient {
  const url = rpcUrl(network);
  if (url === undefined) throw new ChainOffError(network.chain);
  const known = clients.get(url);
  if (known) return known;
  const client = createPublicClient({
    transport: http(url, { timeout: env().CHAIN_RPC_TIMEOUT_MS, retryCount: 0, batch: false }),
    cacheTime: 0,
    ccipRead: false,
  });
  clients.set(url, client);
  return client;
}
