import "@/test/database";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { POST } from "@/app/api/v1/partner/wallet/deposits/lookup/route";
import { sandboxIssuer } from "@/lib/cards/issuer/sandbox";
import { NETWORKS, type Network } from "@/lib/chain/networks";
import { forgetEnv } from "@/lib/kernel/env";
import { startChain, type TestChain } from "@/test/chain";
import { look } from "@/test/chain/deposits";
import { startChainProxy } from "@/test/chain/proxy";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { releaseIn } from "@/test/fixtures/held-deposits";
import {
  type Answer,
  call,
  endTests,
  makeCard,
  makePartner,
  type TestPartner,
} from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectSuccess, invalidFields } from "@/test/http/expect-answer";

/** A card issuer for production, for which this repository has none yet. */
vi.mock("@/lib/cards/issuer/issuer", () => ({
  cardIssuer: () => sandboxIssuer(Buffer.alloc(32, 1)),
}));

const CONFIRMATIONS = 5;
const STRANGE = "0x00000000000000000000000000000000000bad01";
const OUTSIDE = `0x${"c0".repeat(20)}` as const;

let base: TestChain;
let optimism: TestChain;
let partner: TestPartner;
let ours: `0x${string}`;

function networkOf(name: string): Network {
  const network = NETWORKS.production.find(({ chain }) => chain === name);
  if (!network) throw new Error(`there is no ${name}`);
  return network;
}

beforeAll(async () => {
  process.env.SERVICE_ENVIRONMENT = "production";
  process.env.BASE_URL = "https://cards.example.com";
  process.env.NEXTAUTH_URL = "https://cards.example.com";
  forgetEnv();
  base = await startChain({ network: networkOf("base"), confirmations: CONFIRMATIONS });
  optimism = await startChain({ network: networkOf("optimism"), confirmations: CONFIRMATIONS });
});
beforeEach(async () => {
  partner = await makePartner();
  ours = partner.walletAddress as `0x${string}`;
});
afterAll(async () => {
  await Promise.all([base.stop(), optimism.stop()]);
  await endTests();
});

function lookUp(txHash: string, chain = "base", apiKey = partner.apiKey): Promise<Answer> {
  return call(POST, { method: "POST", apiKey, body: { chain, txHash } });
}

/** Returns the response's code and the codes of its transfers, and expects a text with each. */
async function codesOf(txHash: string, chain?: string): Promise<[string, string[]]> {
  const { status, json } = await lookUp(txHash, chain);
  expect(status).toBe(200);
  const { code, text, transfers } = json.data;
  for (const said of [text, ...transfers.map((one: { text: string }) => one.text)])
    expect(said).toMatch(/^[\w0].{20,}\.$/);
  return [code, transfers.map((one: { code: string }) => one.code)];
}

test("a pending deposit has its current and required confirmations; a credited one its credit", async () => {
  const txHash = await base.transfer({ to: ours, amountMicro: 2_500_000n });
  await base.mine();
  const transfer = {
    token: "usdc",
    tokenAddress: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    amount: 2.5,
    fromAddress: base.faucet.address,
    toAddress: ours,
  };
  const waiting = {
    code: "confirming",
    text: "The transfer has 2 of 5 confirmations. It is credited automatically when it has all of them.",
  };
  const looked = {
    chain: "base",
    txHash,
    explorerUrl: `https://basescan.org/tx/${txHash}`,
    requiredConfirmations: CONFIRMATIONS,
  };
  expectSuccess(await lookUp(txHash), {
    ...looked,
    ...waiting,
    confirmations: 2,
    transfers: [{ ...waiting, ...transfer }],
  });
  await base.mine(3);
  expect(await codesOf(txHash)).toEqual(["being_credited", ["being_credited"]]);
  await look(base);
  const client = clientOf(partner);
  const [entry] = (await client.listWalletTransactions()).json.data.transactions;
  const { data } = (await lookUp(txHash.toUpperCase().replace("0X", "0x"))).json;
  expect(data).toMatchObject({ ...looked, code: "credited", confirmations: 5 });
  expect(data.transfers).toMatchObject([
    { ...transfer, code: "credited", walletTransactionId: entry._id },
  ]);
  expect(data.text).toContain(data.transfers[0].depositId);
});

test("a card's deposit has the card and no wallet transaction", async () => {
  const cardId = await makeCard(partner, { fundingType: "crypto" });
  const { depositAddress } = (await clientOf(partner).getCard(cardId)).json.data;
  const txHash = await base.transfer({ to: depositAddress, amountMicro: 1n });
  expect((await lookUp(txHash)).json.data.transfers).toMatchObject([
    { code: "confirming", serviceCardId: cardId },
  ]);
  await base.mine(CONFIRMATIONS);
  await look(base);
  const [transfer] = (await lookUp(txHash)).json.data.transfers;
  expect(transfer).toMatchObject({ code: "credited", serviceCardId: cardId, amount: 0.000001 });
  expect("walletTransactionId" in transfer).toBe(false);
});

test("a deposit to a terminated card is held until a person credits it", async () => {
  const cardId = await makeCard(partner, { fundingType: "crypto" });
  const { depositAddress } = (await clientOf(partner).getCard(cardId)).json.data;
  await clientOf(partner).terminate(cardId);
  const txHash = await base.transfer({ to: depositAddress, amountMicro: 3n });
  await base.mine(CONFIRMATIONS);
  await look(base);
  expect(await codesOf(txHash)).toEqual(["held", ["held"]]);
  const stranger = await makePartner({ balanceUsd: 0 });
  const strangers = async () => (await lookUp(txHash, "base", stranger.apiKey)).json.data.code;
  expect(await strangers()).toBe("not_your_address");
  const [held] = (await lookUp(txHash)).json.data.transfers;
  const admin = await makePerson();
  const body = { reason: "agreed", totp: codeOf(admin) };
  const released = await releaseIn(await signedIn(admin), held.depositId, body);
  const { serviceTransactionId } = released.json.data.release;
  const [credited] = (await lookUp(txHash)).json.data.transfers;
  expect(credited).toMatchObject({
    code: "credited",
    depositId: held.depositId,
    walletTransactionId: serviceTransactionId,
  });
  expect(await strangers()).toBe("not_your_address");
});

test("another partner's address and an unknown one get the same response, before and after the credit", async () => {
  const other = await makePartner({ balanceUsd: 0 });
  const theirs = await base.transfer({ to: other.walletAddress as `0x${string}`, amountMicro: 7n });
  const nobodys = await base.transfer({ to: OUTSIDE, amountMicro: 7n });
  const answerFor = async (txHash: string) => {
    const { data } = (await lookUp(txHash)).json;
    const { txHash: _, explorerUrl: __, confirmations: ___, transfers, ...rest } = data;
    return {
      ...rest,
      transfers: transfers.map(({ toAddress: ____, ...one }: Record<string, unknown>) => one),
    };
  };
  for (let i = 0; i < 2; i++) {
    expect(await answerFor(theirs)).toEqual(await answerFor(nobodys));
    expect(await codesOf(theirs)).toEqual(["not_your_address", ["not_your_address"]]);
    await base.mine(CONFIRMATIONS);
    await look(base);
  }
  expect(JSON.stringify((await lookUp(theirs)).json)).not.toMatch(/dep_|txn_|ptn_/);
});

test("each transfer of one transaction has its own result, the partner's first", async () => {
  await base.lay({ address: STRANGE });
  const txHash = await base.transferTogether([
    { to: OUTSIDE, amountMicro: 1n },
    { to: ours, amountMicro: 0n },
    { to: ours, amountMicro: 5n, token: STRANGE },
    { to: ours, amountMicro: 4n },
  ]);
  const codes = ["confirming", "other_contract", "zero_amount", "not_your_address"];
  expect(await codesOf(txHash)).toEqual(["confirming", codes]);
  await base.mine(CONFIRMATIONS);
  await look(base);
  expect((await codesOf(txHash))[1]).toEqual(["credited", ...codes.slice(1)]);
});

test("another token is named by its address regardless of its symbol, bridged USDC.e by its usual name", async () => {
  await optimism.lay({ address: STRANGE, symbol: "USDC" });
  const strange = await optimism.transfer({ to: ours, amountMicro: 5n, token: STRANGE });
  expect(await codesOf(strange, "optimism")).toEqual(["other_contract", ["other_contract"]]);
  const { data } = (await lookUp(strange, "optimism")).json;
  expect(data.text).toMatch(/0x00000000000000000000000000000000000bad01/i);
  expect(data.transfers[0]).not.toHaveProperty("token");
  expect(data.transfers[0]).not.toHaveProperty("amount");

  const [bridged] = optimism.network.lookalikes ?? [];
  const txHash = await optimism.transfer({
    to: ours,
    amountMicro: 5n,
    ...(bridged ? { token: bridged.address } : {}),
  });
  const answer = (await lookUp(txHash, "optimism")).json.data;
  expect(answer.code).toBe("other_contract");
  expect(answer.text).toMatch(/bridged USDC\.e, which is not credited on optimism.*usdc and usdt/);
});

test("explains a failed transaction, one without transfers, and one of the chain's coin", async () => {
  const failed = await base.transfer({ from: OUTSIDE, to: ours, amountMicro: 10n ** 15n });
  expect(await codesOf(failed)).toEqual(["transaction_failed", []]);
  const send = async (to: `0x${string}`, value: string) => {
    const params = [{ from: OUTSIDE, to, value }];
    const hash = await base.client.request({ method: "eth_sendTransaction", params } as never);
    await base.client.waitForTransactionReceipt({ hash });
    return hash;
  };
  expect(await codesOf(await send(ours, "0x1"))).toEqual(["native_coin", []]);
  expect(await codesOf(await send(base.faucet.address, "0x1"))).toEqual(["no_transfers", []]);
  expect(await codesOf(await send(ours, "0x0"))).toEqual(["no_transfers", []]);
});

test("explains an unmined transaction, one on another chain, and an unknown one", async () => {
  await optimism.setMining("manual");
  const waiting = await optimism.transfer({ to: ours, amountMicro: 1n });
  expect(await codesOf(waiting, "optimism")).toEqual(["not_mined", []]);
  await optimism.setMining("auto");
  await optimism.mine();
  expect(await codesOf(waiting, "base")).toEqual(["found_on_other_chain", []]);
  expect((await lookUp(waiting, "base")).json.data.foundOn).toBe("optimism");
  const nowhere = `0x${randomBytes(32).toString("hex")}`;
  expect(await codesOf(nowhere)).toEqual(["not_found", []]);
});

test("explains an unsupported chain, one without a node, and one whose node fails or hangs", async () => {
  const txHash = await base.transfer({ to: ours, amountMicro: 6n });
  expect(await codesOf(txHash, "ethereum")).toEqual(["chain_not_supported", []]);
  expect((await lookUp(txHash, "__proto__")).json.data.text).toContain(
    "base, polygon and optimism",
  );
  expect(await codesOf(txHash, "polygon")).toEqual(["chain_unreachable", []]);
  await base.mine(CONFIRMATIONS);
  await look(base);
  const proxy = await startChainProxy(base.rpcUrl);
  base.pointTo(proxy.url);
  const unknown = `0x${randomBytes(32).toString("hex")}`;
  try {
    proxy.setFault("eth_getTransactionReceipt", { kind: "cut" });
    expect(await codesOf(unknown)).toEqual(["chain_unreachable", []]);
    // Credited deposits are found without the node.
    expect(await codesOf(txHash)).toEqual(["credited", ["credited"]]);
    proxy.setFault("eth_getTransactionReceipt", { kind: "hang", passOn: false });
    expect(await codesOf(unknown)).toEqual(["chain_unreachable", []]);
  } finally {
    base.pointTo(base.rpcUrl);
    await proxy.stop();
  }
});

test("a transfer that the watcher missed is reported as missed", async () => {
  await base.mine(CONFIRMATIONS);
  const proxy = await startChainProxy(base.rpcUrl);
  const txHash = await base.transfer({ to: ours, amountMicro: 8n });
  await base.mine(CONFIRMATIONS);
  base.pointTo(proxy.url);
  proxy.setFault("eth_getLogs", { kind: "rewrite", result: () => [] });
  await look(base);
  base.pointTo(base.rpcUrl);
  await proxy.stop();
  expect(await codesOf(txHash)).toEqual(["missed", ["missed"]]);
});

test("more than 10 concurrent lookups are refused, counted per partner", async () => {
  const unknown = `0x${"12".repeat(32)}`;
  const proxy = await startChainProxy(base.rpcUrl);
  base.pointTo(proxy.url);
  // The node does not answer, so that none of them ends before the last one begins.
  proxy.setFault("*", { kind: "hang", passOn: false });
  const answers = await atOneInstant(() =>
    Promise.all(Array.from({ length: 15 }, () => lookUp(unknown))),
  );
  base.pointTo(base.rpcUrl);
  await proxy.stop();
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.json.message).toBe("RATE_LIMITED");
  const other = await makePartner({ balanceUsd: 0 });
  expect((await lookUp(unknown, "polygon", other.apiKey)).status).toBe(200);
});

test.each([
  [{ txHash: "0x12" }, ["chain: isNotEmpty", "txHash: matches"]],
  [{ chain: 1, txHash: null }, ["chain: isString", "txHash: isString"]],
  [{ chain: "", txHash: `0x${"g".repeat(64)}` }, ["chain: isNotEmpty", "txHash: matches"]],
])("a validation error for %j", async (body, faults) => {
  const answer = await call(POST, { method: "POST", apiKey: partner.apiKey, body });
  expect(invalidFields(answer)).toEqual(faults);
});
