import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainReady } from "@/lib/chain/check-network";
import { NETWORKS } from "@/lib/chain/networks";
import { startChain, type TestChain } from "@/test/chain";
import { cursorOf, look, openAlerts } from "@/test/chain/deposits";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { walletOf } from "@/test/fixtures/books";
import { endTests, makePartner } from "@/test/fixtures/make";

const CONFIRMATIONS = 2;
/** More blocks than a node may be behind before it is refused. */
const FAR_AHEAD = 2_000;
const [network, otherNetwork] = NETWORKS.staging;
if (!network || !otherNetwork) throw new Error("networks are missing");

let chain: TestChain;
let other: TestChain;
let proxy: ChainProxy;

beforeAll(async () => {
  other = await startChain({ network: otherNetwork });
  other.pointTo(undefined);
  await other.mine(FAR_AHEAD);
  chain = await startChain({ network, confirmations: CONFIRMATIONS });
  proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
});
afterAll(async () => {
  await proxy.stop();
  await Promise.all([chain.stop(), other.stop()]);
  await endTests();
});

test("a node that answers for another chain for a while does not move the cursor, and no deposit is missed", async () => {
  const { partnerId, walletAddress } = await makePartner({ balanceUsd: 0 });
  // The check of the node is fresh from here on.
  expect(await chainReady(network)).toBe(true);
  await look(chain);
  const before = await cursorOf(chain);

  proxy.passTo(other.rpcUrl);
  await expect(look(chain)).rejects.toThrow(/is of chain 80002, and not of 84532/);
  expect(await cursorOf(chain)).toEqual(before);
  // The next check looks at the node as a whole at once, and says so.
  expect(await chainReady(network)).toBe(false);
  expect(await openAlerts()).toMatchObject([{ kind: "chain_stopped", subject: network.chain }]);

  await chain.transfer({ to: walletAddress as `0x${string}`, amountMicro: 1_000_000n });
  await chain.mine(CONFIRMATIONS - 1);
  proxy.passTo(chain.rpcUrl);
  await look(chain);
  expect(await walletOf(partnerId)).toBe(1);
});
