import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCardContract } from "@/lib/cards/contract";
import { isLuhnValid } from "@/lib/cards/issuer/luhn";
import { shiftClock } from "@/lib/kernel/clock";
import { configureNetworks } from "@/test/chain/configure-networks";
import { bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
import {
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import {
  anId,
  expectRefusal,
  expectSuccess,
  invalidFields,
  TIMESTAMP,
} from "@/test/http/expect-answer";

const FEE_USD = 1;
const STAGING_NETWORKS = [
  { chain: "base-sepolia", chainId: 84532, tokens: ["usdc"] },
  { chain: "polygon-amoy", chainId: 80002, tokens: ["usdc"] },
  { chain: "optimism-sepolia", chainId: 11155420, tokens: ["usdc"] },
];
const AN_ADDRESS = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/);

let partner: TestPartner;
let client: Client;
let serviceId: string;

beforeAll(() => configureNetworks(...STAGING_NETWORKS.map(({ chain }) => chain)));
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 20_000 });
  client = clientOf(partner);
  serviceId = await makeApprovedUser(partner);
});
afterAll(endTests);

async function walletRows() {
  return (await client.listWalletTransactions()).json.data.transactions;
}

/** Counts the partner's cards. */
async function cardCount(): Promise<number> {
  return (await client.listCards()).json.data.pagination.total;
}

describe("a float card", () => {
  test("is created with 201 and only its three fields", async () => {
    const answer = await client.createCard({ serviceId, amount: 100 });
    const data = {
      serviceCardId: anId("card"),
      serviceTransactionId: anId("txn"),
      fundingType: "float",
    };
    expectSuccess(answer, data, 201);
  });

  test("starts active, with the amount on it and Luhn-valid numbers of the test range", async () => {
    const { serviceCardId } = (await client.createCard({ serviceId, amount: 100.5 })).json.data;
    expectSuccess(await client.getCard(serviceCardId), {
      serviceCardId,
      serviceId,
      cardName: "Amara Okafor",
      cardCurrency: "USD",
      cardNumber: expect.stringMatching(/^400000\d{10}$/),
      cardCvv: expect.stringMatching(/^\d{3}$/),
      cardExpiry: expect.stringMatching(/^(0[1-9]|1[0-2])\/\d\d$/),
      status: "active",
      first6: "400000",
      last4: expect.stringMatching(/^\d{4}$/),
      availableBalance: 100.5,
      ledgerBalance: 100.5,
      cardType: "virtual",
      cardProgram: "custodial",
      fundingType: "float",
      address: {
        street: expect.any(String),
        city: expect.any(String),
        state: expect.any(String),
        postalCode: expect.any(String),
        country: "US",
      },
      createdAt: TIMESTAMP,
    });
    const card = (await client.getCard(serviceCardId)).json.data;
    expect(isLuhnValid(card.cardNumber)).toBe(true);
    expect(card.cardNumber.endsWith(card.last4)).toBe(true);
  });

  test("charges the amount and the fee, returns the transaction of the funding, and sends no event", async () => {
    const { serviceTransactionId, serviceCardId } = (
      await client.createCard({ serviceId, amount: 100, fundingType: "float" })
    ).json.data;
    expect(await walletOf(partner.partnerId)).toBe(20_000 - 100 - FEE_USD);
    const [fee, funding] = await walletRows();
    expect(fee).toMatchObject({
      action: "card-creation-fee",
      category: "card_creation_fee",
      type: "debit",
      amount: FEE_USD,
      serviceCardId,
    });
    expect(funding).toMatchObject({
      _id: serviceTransactionId,
      action: "funding",
      category: "card_funding",
      type: "debit",
      amount: 100,
      serviceCardId,
    });
    expect(await eventsOf(partner.partnerId, "card.transaction-event")).toEqual([]);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test.each([0.01, 1, 9999.99, 10_000])("may start with %d", async (amount) => {
    const { status, json } = await client.createCard({ serviceId, amount });
    expect(status).toBe(201);
    const card = (await client.getCard(json.data.serviceCardId)).json.data;
    expect(card.availableBalance).toBe(amount);
  });

  test.each([
    [0, "amount: min"],
    [-1, "amount: min"],
    [10_000.01, "amount: max"],
    [0.001, "amount: maxDecimals"],
    ["100", "amount: isNumber"],
    [null, "amount: isNumber"],
    [undefined, "amount: isNotEmpty"],
  ])("cannot start with %j", async (amount, fault) => {
    expect(invalidFields(await client.createCard({ serviceId, amount }))).toEqual([fault]);
    expect(await cardCount()).toBe(0);
    expect(await walletOf(partner.partnerId)).toBe(20_000);
  });
});

describe("a crypto card", () => {
  test("has its deposit address and the networks, and returns the transaction of the fee", async () => {
    const answer = await client.createCard({ serviceId, fundingType: "crypto" });
    const data = {
      serviceCardId: anId("card"),
      serviceTransactionId: anId("txn"),
      fundingType: "crypto",
      depositAddress: AN_ADDRESS,
      supportedNetworks: STAGING_NETWORKS,
    };
    expectSuccess(answer, data, 201);
    const { serviceCardId, serviceTransactionId, depositAddress } = answer.json.data;
    const card = (await client.getCard(serviceCardId)).json.data;
    expect(card).toMatchObject({
      fundingType: "crypto",
      availableBalance: 0,
      ledgerBalance: 0,
      depositAddress,
      supportedNetworks: STAGING_NETWORKS,
    });
    expect((await walletRows())[0]).toMatchObject({
      _id: serviceTransactionId,
      action: "card-creation-fee",
      amount: FEE_USD,
    });
    expect(await walletOf(partner.partnerId)).toBe(20_000 - FEE_USD);
  });

  test.each([[100], [-1], [0.001], [1e9], ["x"], [null], [[]], [{ a: 1 }]])(
    "ignores an amount of %j",
    async (amount) => {
      const answer = await client.createCard({ serviceId, fundingType: "crypto", amount });
      expect(answer.status).toBe(201);
      expect(await walletOf(partner.partnerId)).toBe(20_000 - FEE_USD);
    },
  );

  test("has an address of its own", async () => {
    const other = await makeApprovedUser(partner);
    const addresses = [serviceId, other].map(async (user) => {
      const answer = await client.createCard({ serviceId: user, fundingType: "crypto" });
      return answer.json.data.depositAddress;
    });
    expect(new Set([...(await Promise.all(addresses)), partner.walletAddress]).size).toBe(3);
  });
});

test("the ignored amount of a crypto card does not distinguish a repeat", async () => {
  const body = { serviceId, fundingType: "crypto" };
  const first = await client.createCard({ ...body, amount: 10 }, "one-card");
  for (const other of [{ amount: 20 }, { amount: "x" }, {}]) {
    const again = await client.createCard({ ...body, ...other }, "one-card");
    expectSuccess(again, first.json.data, 201);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  }
  expect(await cardCount()).toBe(1);
});

describe("fees", () => {
  test("amount and fee above the wallet balance give 402 without effect", async () => {
    const poor = await makePartner({ balanceUsd: 50 });
    const user = await makeApprovedUser(poor);
    const answer = await clientOf(poor).createCard({ serviceId: user, amount: 49.01 });
    expectRefusal(answer, 402, "INSUFFICIENT_WALLET_BALANCE");
    expect(await walletOf(poor.partnerId)).toBe(50);
    expect((await clientOf(poor).listCards()).json.data.pagination.total).toBe(0);
    // The refused request does not count for the limit of one card in five minutes.
    expect((await clientOf(poor).createCard({ serviceId: user, amount: 49 })).status).toBe(201);
    expect(await walletOf(poor.partnerId)).toBe(0);
  });

  test("a crypto card needs the fee in the wallet", async () => {
    const poor = await makePartner({ balanceUsd: 0.99 });
    const user = await makeApprovedUser(poor);
    const answer = await clientOf(poor).createCard({ serviceId: user, fundingType: "crypto" });
    expectRefusal(answer, 402, "INSUFFICIENT_WALLET_BALANCE");
  });

  test("a crypto card without a fee moves no money, and its transaction id has no transaction", async () => {
    const free = await makePartner({ balanceUsd: 0, fees: { cardCreationFeeMicroUsd: 0n } });
    const user = await makeApprovedUser(free);
    const answer = await clientOf(free).createCard({ serviceId: user, fundingType: "crypto" });
    expect(answer.status).toBe(201);
    expect(answer.json.data.serviceTransactionId).toEqual(anId("txn"));
    expect((await clientOf(free).listWalletTransactions()).json.data.total).toBe(0);
    const { serviceTransactionId: id } = createCardContract.data.shape;
    expect(id.description).toMatch(/creation fee of 0, .* refers to none/);
  });
});

describe("refusals", () => {
  test.each(["pending", "pending_kyc", "denied"])(
    "USER_NOT_APPROVED while the user is %s",
    async (status) => {
      const user = await makeApprovedUser(partner, { status });
      const answer = await client.createCard({ serviceId: user, amount: 10 });
      expectRefusal(answer, 400, "USER_NOT_APPROVED");
    },
  );

  test("USER_NOT_FOUND for an unknown user, a malformed id and a deleted user", async () => {
    const deleted = await makeApprovedUser(partner, { email_key: null, deleted_at: new Date() });
    for (const user of ["usr_0000000000000000000000zzzz", "nobody", `${serviceId} `, deleted]) {
      const answer = await client.createCard({ serviceId: user, amount: 10 });
      expectRefusal(answer, 404, "USER_NOT_FOUND");
    }
  });

  test("CARD_CREATION_LIMIT for a second card of the user within 5 minutes, not after", async () => {
    expect((await client.createCard({ serviceId, amount: 10 })).status).toBe(201);
    shiftClock(4 * 60_000);
    const early = await client.createCard({ serviceId, amount: 10 });
    expectRefusal(early, 400, "CARD_CREATION_LIMIT");
    const other = await makeApprovedUser(partner);
    expect((await client.createCard({ serviceId: other, amount: 10 })).status).toBe(201);
    shiftClock(60_000);
    expect((await client.createCard({ serviceId, amount: 10 })).status).toBe(201);
    expect(await cardCount()).toBe(3);
  });

  test("CARD_CREATION_LIMIT counts from a clock that is seconds ahead, and not from one that was far ahead", async () => {
    const createAhead = async (byMs: number) => {
      shiftClock(byMs);
      const ahead = await client.createCard({ serviceId, amount: 10 });
      shiftClock(-byMs);
      return ahead.status;
    };
    expect(await createAhead(30_000)).toBe(201);
    expectRefusal(await client.createCard({ serviceId, amount: 10 }), 400, "CARD_CREATION_LIMIT");
    expect(await createAhead(86_400_000)).toBe(201);
    expect((await client.createCard({ serviceId, amount: 10 })).status).toBe(201);
  });

  test("CARD_CREATION_LIMIT also after the first card was terminated", async () => {
    const { serviceCardId } = (await client.createCard({ serviceId, amount: 10 })).json.data;
    await client.terminate(serviceCardId);
    const again = await client.createCard({ serviceId, amount: 10 });
    expectRefusal(again, 400, "CARD_CREATION_LIMIT");
  });

  test.each([
    [{}, ["amount: isNotEmpty", "serviceId: isNotEmpty"]],
    [{ serviceId: "", amount: 0 }, ["amount: min", "serviceId: isNotEmpty"]],
    [{ serviceId: 7, amount: "7" }, ["amount: isNumber", "serviceId: isString"]],
    [{ serviceId: "usr_1", fundingType: "card", amount: 5 }, ["fundingType: isIn"]],
    [{ serviceId: "usr_1", fundingType: null, amount: 5 }, ["fundingType: isIn"]],
  ])("a validation error for %j", async (body, faults) => {
    expect(invalidFields(await client.createCard(body)).sort()).toEqual(faults);
  });
});

test("stores nothing that a client adds to the body", async () => {
  const { serviceCardId } = (
    await client.createCard({
      serviceId,
      amount: 10,
      id: "card_mine",
      status: "frozen",
      partnerId: "ptn_other",
      availableBalance: 1e6,
      number: "4111111111111111",
    })
  ).json.data;
  const card = (await client.getCard(serviceCardId)).json.data;
  expect(card).toMatchObject({ status: "active", availableBalance: 10 });
  const [row] = await sql("SELECT partner_id, version FROM cards WHERE id = $1", [serviceCardId]);
  expect(row).toEqual({ partner_id: partner.partnerId, version: 1 });
});
