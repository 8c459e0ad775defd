import {
  createTestClient,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  type WalletActions,
  walletActions,
} from "viem";

export type ChainClient = TestClient<"anvil"> & PublicActions & WalletActions;

/** Returns a client of a local chain with reads, transactions, and the methods that only a test node has. */
export function chainClientOf(url: string): ChainClient {
  return createTestClient({
    mode: "anvil",
    transport: http(url, { retryCount: 0, timeout: 60_000, maxResponseBodySize: false }),
    cacheTime: 0,
    pollingInterval: 10,
  })
    .extend(publicActions)
    .extend(walletActions);
}
