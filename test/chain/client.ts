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

/** All that a test asks of a local chain: reads, transactions, and what only a test node does. */
export function chainClientOf(url: string): ChainClient {
  return createTestClient({
    mode: "anvil",
    transport: http(url, { retryCount: 0, timeout: 60_000 }),
    cacheTime: 0,
    pollingInterval: 10,
  })
    .extend(publicActions)
    .extend(walletActions);
}
