import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { POST } from "@/app/api/v1/sandbox/deposits/route";
import { FaucetError, sendFromFaucet } from "@/lib/chain/faucet";
import { findToken } from "@/lib/chain/find-token";
import { forgetEnv } from "@/lib/kernel/env";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { FAUCET, FAUCET_PRIVATE_KEY, startChain, type TestChain } from "@/test/chain";
import { creditedTo, look } from "@/test/chain/deposits";
import { startChainProxy } from "@/test/chain/proxy";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { balancesOf, eventsOf, walletOf } from "@/test/fixtures/books";
import {
  type Answer,
  call,
  endTests,
  makeCard,
  makePartner,
  type TestPartner,
} from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";

const CONFIRMATIONS = 2;
const HASH = expect.stringMatching(/^0x[0-9a-f]{64}$/);

let chain: TestChain;
let partner: TestPartner;

beforeAll(async () => {
  chain = await startChain({ confirmations: CONFIRMATIONS });
  useKey(FAUCET_PRIVATE_KEY);
});
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  await chain.setMining("auto");
});
afterAll(async () => {
  await chain.stop();
  await endTests();
});

function useKey(key: string | undefined): void {
  if (key === undefined) delete process.env.SANDBOX_FAUCET_PRIVATE_KEY;
  else process.env.SANDBOX_FAUCET_PRIVATE_KEY = key;
  forgetEnv();
}

const send = (change: Record<string, unknown> = {}): Promise<Answer> =>
  call(POST, {
    method: "POST",
    apiKey: partner.apiKey,
    body: { to: "wallet", amount: 25.5, chain: "base-sepolia", token: "usdc", ...change },
  });

async function confirm(hashes: string[]): Promise<void> {
  for (const hash of hashes)
    await chain.client.waitForTransactionReceipt({ hash: hash as `0x${string}` });
  await chain.mine(CONFIRMATIONS);
  await look(chain);
}

test("sends a real transfer from the faucet, which only the watcher credits to the wallet", async () => {
  const answer = await send();
  expectSuccess(answer, { txHash: HASH });
  const { txHash } = answer.json.data;
  expect(await walletOf(partner.partnerId)).toBe(0);
  await confirm([txHash]);
  expect(await walletOf(partner.partnerId)).toBe(25.5);
  const [event] = await eventsOf(partner.partnerId, "wallet.deposit.crypto");
  expect(event.data).toMatchObject({ txHash, fromAddress: FAUCET.address });
});

test("accepts six decimals, like the token, and credits the exact amount", async () => {
  const answer = await send({ amount: 12.345678 });
  expectSuccess(answer, { txHash: HASH });
  await confirm([answer.json.data.txHash]);
  expect(await walletOf(partner.partnerId)).toBe(12.345678);
});

test("to the address of a crypto card: funds the card", async () => {
  const rich = await makePartner();
  partner = rich;
  const cardId = await makeCard(rich, { fundingType: "crypto" });
  const { txHash } = (await send({ to: cardId })).json.data;
  await confirm([txHash]);
  expect((await balancesOf(cardId)).available).toBe(25.5);
});

test("twenty concurrent requests send twenty transfers with different hashes", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send({ amount: 1 })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const hashes = answers.map(({ json }) => json.data.txHash);
  expect(new Set(hashes).size).toBe(20);
  await confirm(hashes);
  expect((await creditedTo(partner.partnerId)).sort()).toEqual(hashes.sort());
  expect(await walletOf(partner.partnerId)).toBe(20);
});

test("more than 100 at once are refused, counted per partner, and send nothing", async () => {
  const { burst } = RATE_LIMITS.sandboxDeposit;
  const proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
  // The node refuses each of them, so that the partner's turns are over at once.
  proxy.setFault("*", { kind: "status", status: 503, passOn: false });
  const answers = await atOneInstant(() =>
    Promise.all(Array.from({ length: burst + 2 }, () => send({ amount: 1 }))),
  );
  chain.pointTo(chain.rpcUrl);
  await proxy.stop();
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited).toHaveLength(2);
  expectRefusal(limited[0] as Answer, 429, "RATE_LIMITED");
  partner = await makePartner({ balanceUsd: 0 });
  expect((await send({ amount: 1 })).status).toBe(200);
});

test("takes the next nonce if another sender used the faucet's key; both transfers are sent", async () => {
  await chain.setMining("manual");
  const other = { to: `0x${"c0".repeat(20)}`, amountMicro: 1n } as const;
  const [answer] = await Promise.all([send(), chain.transfer(other), chain.transfer(other)]);
  await chain.setMining("auto");
  await chain.mine();
  await confirm([answer.json.data.txHash]);
  expect(await walletOf(partner.partnerId)).toBe(25.5);
});

test("two processes with the same concurrent request send two transfers", async () => {
  const token = findToken(chain.network, "usdc");
  if (!token) throw new Error("the network has no usdc");
  const payment = { network: chain.network, token, to: FAUCET.address, amountMicroUsd: 1n };
  vi.resetModules();
  const other: typeof import("@/lib/chain/faucet") = await import("@/lib/chain/faucet");
  expect(other.sendFromFaucet).not.toBe(sendFromFaucet);
  for (let round = 0; round < 5; round++) {
    await chain.setMining("manual");
    const hashes = await Promise.all([sendFromFaucet(payment), other.sendFromFaucet(payment)]);
    expect(new Set(hashes).size).toBe(2);
    await chain.setMining("auto");
    await chain.mine();
  }
});

test("succeeds if the node reports an error but has accepted the transaction", async () => {
  const proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
  proxy.setFault(
    "eth_sendRawTransaction",
    { kind: "status", status: 503, passOn: true },
    { times: 1 },
  );
  const { txHash } = (await send()).json.data;
  chain.pointTo(chain.rpcUrl);
  await proxy.stop();
  await confirm([txHash]);
  expect(await creditedTo(partner.partnerId)).toEqual([txHash]);
});

test("a failed transfer does not block the next ones", async () => {
  const token = findToken(chain.network, "usdc");
  if (!token) throw new Error("the network has no usdc");
  const payment = { network: chain.network, token, to: FAUCET.address };
  const failing = sendFromFaucet({ ...payment, amountMicroUsd: 2n ** 200n });
  const following = sendFromFaucet({ ...payment, amountMicroUsd: 1n });
  await expect(failing).rejects.toBeInstanceOf(FaucetError);
  expect(await following).toEqual(HASH);
});

test("responds 503 with the reason: no faucet, too little money in it, no node, an unresponsive node", async () => {
  const refused = async () => {
    const answer = await send();
    expectRefusal(answer, 503, "SERVICE_UNAVAILABLE");
    return answer.json.data.error;
  };
  useKey(undefined);
  expect(await refused()).toContain("SANDBOX_FAUCET_PRIVATE_KEY");
  useKey(`0x${"7".repeat(64)}`);
  expect(await refused()).toMatch(/not enough usdc on base-sepolia/);
  useKey(FAUCET_PRIVATE_KEY);
  chain.pointTo(undefined);
  expect(await refused()).toMatch(/base-sepolia is off/);
  chain.pointTo("http://127.0.0.1:9");
  expect(await refused()).toMatch(/did not take the transfer/);
  chain.pointTo(chain.rpcUrl);
});

test("refuses an unknown card and another partner's card with CARD_NOT_FOUND", async () => {
  const other = await makePartner();
  const cardId = await makeCard(other, { fundingType: "crypto" });
  for (const to of [cardId, "card_0000000000000000000000zzzz", "x", "0x1", "Wallet"])
    expectRefusal(await send({ to }), 404, "CARD_NOT_FOUND");
});

test("refuses a float card, which has no address", async () => {
  const rich = await makePartner();
  partner = rich;
  const cardId = await makeCard(rich);
  expect(invalidFields(await send({ to: cardId }))).toEqual(["to: isCryptoCard"]);
  expect(await clientOf(rich).getCard(cardId)).toMatchObject({ status: 200 });
});

test.each([
  [{ amount: 0 }, ["amount: min"]],
  [{ amount: 1.0000001 }, ["amount: maxDecimals"]],
  [{ amount: "5" }, ["amount: isNumber"]],
  [{ amount: 1_000_000.01 }, ["amount: max"]],
  [{ chain: "base" }, ["chain: isIn"]],
  [{ token: "dai" }, ["token: isIn"]],
  [{ token: "usdt" }, ["token: isIn"]],
  [{ to: 5 }, ["to: isString"]],
  [{ to: undefined }, ["to: isNotEmpty"]],
])("refuses %j as invalid", async (change, faults) => {
  expect(invalidFields(await send(change))).toEqual(faults);
});
