import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attack, debitRow, dropConstraints, insert } from "@/test/database/attack";
import { endTests, makeApprovedUser, makeCard, makePartner } from "@/test/fixtures/make";
import { cardAccount } from "./accounts";

const NO_SUCH_PAIR = "23503";
const CARD = "card_attack";

let partnerId: string;
let otherId: string;
let userId: string;
let cardId: string;

beforeAll(async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  ({ partnerId } = partner);
  ({ partnerId: otherId } = await makePartner());
  userId = await makeApprovedUser(partner);
  cardId = await makeCard(partner);
});
afterAll(endTests);

/** A copy of the partner's card in the list of the given partner. */
const card = (ofPartner: string) => `
  INSERT INTO cards SELECT (jsonb_populate_record(c, '{"id": "${CARD}", "issuer_card_id": "${CARD}",
    "partner_id": "${ofPartner}"}')).* FROM cards c WHERE id = '${cardId}'`;
const check = (ofPartner: string) =>
  insert("kyc_sessions", {
    id: "kyc_attack",
    user_id: userId,
    partner_id: ofPartner,
    provider: "sandbox",
    created_at: "now",
    expires_at: "now",
  });
const declined = (ofPartner: string) =>
  debitRow(
    { id: "txn_attack", partnerId: ofPartner, cardId, category: "authorization", amount: 5 },
    { status: "declined", declined_reason: "insufficient funds" },
  );
const address = (ofPartner: string) =>
  insert("deposit_addresses", {
    address: `0x${"ab".repeat(20)}`,
    derivation_index: 2_000_000_000,
    partner_id: ofPartner,
    card_id: cardId,
    created_at: "now",
  });
const account = (ofPartner: string) => {
  const opened = { id: cardAccount(CARD), kind: "card", partnerId: ofPartner, cardId: CARD };
  return `${card(partnerId)}; SELECT ledger.open('${JSON.stringify([opened])}')`;
};

describe.each<[string, (ofPartner: string) => string, Parameters<typeof dropConstraints>[0]]>([
  ["a card belongs to its user's partner", card, "cards cards_user"],
  ["an identity check belongs to its user's partner", check, "kyc_sessions kyc_sessions_user"],
  [
    "a card transaction belongs to the card's partner",
    declined,
    "card_transactions card_transactions_card",
  ],
  [
    "a card's deposit address belongs to the card's partner",
    address,
    "deposit_addresses deposit_addresses_card",
  ],
  ["a card's account belongs to the card's partner", account, "ledger.accounts accounts_card"],
])("%s", (_, statement, constraint) => {
  test("accepts the same partner", async () => {
    expect(await attack({ role: "app", statements: [statement(partnerId)] })).toBe("through");
  });

  test("refuses another partner, by one rule only", async () => {
    const statements = [statement(otherId)];
    for (const role of ["app", "owner"] as const)
      expect(await attack({ role, statements })).toBe(NO_SUCH_PAIR);
    const after = dropConstraints(constraint);
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });
});

test("an account cannot belong to a card that does not exist", async () => {
  const opened = { id: cardAccount(CARD), kind: "card", partnerId, cardId: CARD };
  const statements = [`SELECT ledger.open('${JSON.stringify([opened])}')`];
  expect(await attack({ role: "app", statements })).toBe(NO_SUCH_PAIR);
});

test("a deposit to a card belongs to the card's partner, also without the rules of deposits", async () => {
  const statements = [
    insert("deposits", {
      id: "dep_attack",
      partner_id: otherId,
      card_id: cardId,
      chain: "base-sepolia",
      tx_hash: `0x${"ab".repeat(32)}`,
      ordinal: 0,
      token: "usdc",
      amount_micro_usd: 5,
      from_address: `0x${"cd".repeat(20)}`,
      to_address: `0x${"ab".repeat(20)}`,
      created_at: "now",
    }),
  ];
  const after = ["ALTER TABLE deposits DISABLE TRIGGER USER"];
  expect(await attack({ role: "app", statements, after })).toBe(NO_SUCH_PAIR);
  after.push(...dropConstraints("deposits deposits_card"));
  expect(await attack({ role: "app", statements, after })).toBe("through");
});
