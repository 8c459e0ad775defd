import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/partner/wallet/deposits/[depositId]/route";
import { GET as LIST } from "@/app/api/v1/partner/wallet/deposits/route";
import { startChain, type TestChain } from "@/test/chain";
import { look } from "@/test/chain/deposits";
import { holdDeposit, releaseIn } from "@/test/fixtures/held-deposits";
import { call, endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { anId, expectRefusal, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";

const CONFIRMATIONS = 3;

let chain: TestChain;
beforeAll(async () => {
  chain = await startChain({ confirmations: CONFIRMATIONS });
});
afterAll(async () => {
  await chain.stop();
  await endTests();
});

const get = ({ apiKey }: TestPartner, depositId: string) =>
  call(GET, { apiKey, params: { depositId } });
const send = (to: string, amountMicro: bigint) =>
  chain.transfer({ to: to as `0x${string}`, amountMicro });
const firstOf = async ({ apiKey }: TestPartner) =>
  (await call(LIST, { apiKey })).json.data.deposits[0];

/** Expects that none of the ids is found. */
async function expectNothing(partner: TestPartner, ...ids: string[]): Promise<void> {
  for (const id of ids) expectRefusal(await get(partner, id), 404, "DEPOSIT_NOT_FOUND");
}

test("a pending deposit is found by its id in the list, also after it is credited", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const txHash = await send(partner.walletAddress, 1_500_000n);
  const place = `${chain.network.chain}:${txHash}:0`;
  await expectNothing(partner, place);
  await look(chain);
  const shown = {
    chain: chain.network.chain,
    token: "usdc",
    amount: 1.5,
    txHash,
    ordinal: 0,
    explorerUrl: expect.stringContaining(`/tx/${txHash}`),
    fromAddress: chain.faucet.address,
    toAddress: partner.walletAddress,
    requiredConfirmations: CONFIRMATIONS,
    createdAt: TIMESTAMP,
  };
  expect((await firstOf(partner)).id).toBe(place);
  const waiting = { id: place, status: "confirming", ...shown, confirmations: 1 };
  expectSuccess(await get(partner, place), waiting);
  await chain.mine();
  await look(chain);
  expectSuccess(await get(partner, place), { ...waiting, confirmations: 2 });
  await chain.mine();
  await look(chain);
  const [line] = (await clientOf(partner).listWalletTransactions()).json.data.transactions;
  const credited = {
    id: anId("dep"),
    status: "credited",
    ...shown,
    confirmations: CONFIRMATIONS,
    walletTransactionId: line._id,
  };
  const answer = await get(partner, place);
  expectSuccess(answer, credited);
  expectSuccess(await get(partner, answer.json.data.id), credited);
});

test("a card's deposit has the card and no wallet transaction, pending and credited", async () => {
  const partner = await makePartner();
  const serviceCardId = await makeCard(partner, { fundingType: "crypto" });
  const { depositAddress } = (await clientOf(partner).getCard(serviceCardId)).json.data;
  await send(depositAddress, 2_000_000n);
  await look(chain);
  const { id: place } = await firstOf(partner);
  const { data: waiting } = (await get(partner, place)).json;
  expect(waiting).toMatchObject({ status: "confirming", serviceCardId });
  await chain.mine(CONFIRMATIONS);
  await look(chain);
  const { data } = (await get(partner, place)).json;
  expect(data).toMatchObject({ status: "credited", serviceCardId });
  expect("walletTransactionId" in data).toBe(false);
});

test("a held deposit is shown to the owner of its address, after crediting with its wallet transaction", async () => {
  const partner = await makePartner();
  const { id, cardId } = await holdDeposit(partner);
  const { data: held } = (await get(partner, id)).json;
  expect(held).toMatchObject({ id, status: "held", amount: 25, serviceCardId: cardId });
  expect("walletTransactionId" in held).toBe(false);
  const stranger = await makePartner({ balanceUsd: 0 });
  await expectNothing(stranger, id);
  const admin = await makePerson();
  const body = { reason: "agreed", totp: codeOf(admin) };
  const released = await releaseIn(await signedIn(admin), id, body);
  const { data } = (await get(partner, id)).json;
  const walletTransactionId = released.json.data.release.serviceTransactionId;
  expect(data).toMatchObject({ id, status: "credited", walletTransactionId });
  expect("serviceCardId" in data).toBe(false);
  await expectNothing(stranger, id);
});

test("another partner finds it by neither id, pending or credited", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const stranger = await makePartner({ balanceUsd: 0 });
  await send(partner.walletAddress, 1_000_000n);
  await look(chain);
  const { id: place } = await firstOf(partner);
  await expectNothing(stranger, place);
  await chain.mine(CONFIRMATIONS);
  await look(chain);
  await expectNothing(stranger, place, (await firstOf(partner)).id);
});

test("a deposit whose transaction the chain dropped is not found", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  await send(partner.walletAddress, 1_000_000n);
  await look(chain);
  const { id: place } = await firstOf(partner);
  await chain.reorg(1);
  await look(chain);
  await expectNothing(partner, place);
});

test.each([
  ["a place without a transfer", "base-sepolia:0x12:0"],
  ["one beyond every number", `base-sepolia:0x${"12".repeat(32)}:99999999999999999999`],
  ["more than a place", `base-sepolia:0x${"12".repeat(32)}:0:0`],
  ["an empty place", "::"],
])("%s is not found", async (_, id) => {
  await expectNothing(await makePartner({ balanceUsd: 0 }), id);
});
