import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creditDeposit } from "@/lib/deposits/credit/credit-deposit";
import { now } from "@/lib/kernel/clock";
import { attack, dropTriggers, insert, post } from "@/test/database/attack";
import { REFUSED } from "@/test/database/refuses";
import { walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { cardAccount, SUSPENSE_ACCOUNT, walletAccount } from "./accounts";
import { StaleDecision } from "./stale-decision";

const CUSTODY = "custody:base-sepolia:usdc";
const ROW_SIDE = "deposits deposit_has_its_journal";
const MONEY_SIDE = "ledger.journals journal_has_its_deposit";
const BOTH_SIDES = dropTriggers(ROW_SIDE, MONEY_SIDE);
const USD = 1_000_000;

let partner: TestPartner;
let partnerId: string;
let otherId: string;
let cryptoCardId: string;

beforeAll(async () => {
  partner = await makePartner();
  ({ partnerId } = partner);
  ({ partnerId: otherId } = await makePartner());
  cryptoCardId = await makeCard(partner, { fundingType: "crypto" });
});
afterAll(endTests);

const transfer = (changes: Record<string, unknown> = {}) =>
  insert("deposits", {
    id: "dep_new",
    partner_id: partnerId,
    chain: "base-sepolia",
    tx_hash: "0xnew",
    ordinal: 0,
    token: "usdc",
    amount_micro_usd: USD,
    from_address: "0x1",
    to_address: "0x2",
    created_at: "now",
    ...changes,
  });

interface Credit {
  to?: string;
  amount?: number;
  source?: string;
  custody?: string;
  owner?: string;
}
const credit = ({
  to = walletAccount(partnerId),
  amount = USD,
  source = "base-sepolia:0xnew:0",
  custody = CUSTODY,
  owner = partnerId,
}: Credit = {}) =>
  post({
    type: "deposit",
    source,
    partnerId: owner,
    legs: [
      [custody, -amount],
      [to, amount],
    ],
  });

describe("a deposit and its money agree", () => {
  const attacks = [
    {
      what: "money without a deposit",
      statements: () => [credit()],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a deposit without money",
      statements: () => [transfer()],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "more money than was sent",
      statements: () => [transfer(), credit({ amount: USD + 1 })],
      without: BOTH_SIDES,
    },
    {
      what: "another transfer of the same transaction",
      statements: () => [transfer(), credit({ source: "base-sepolia:0xnew:1" })],
      without: BOTH_SIDES,
    },
    {
      what: "a second credit, whose source has a further part",
      statements: () => [transfer(), credit(), credit({ source: "base-sepolia:0xnew:0:1" })],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "another partner's wallet",
      statements: () => [transfer(), credit({ to: walletAccount(otherId), owner: otherId })],
      without: BOTH_SIDES,
    },
    {
      what: "a card that it was not sent to",
      statements: () => [transfer(), credit({ to: cardAccount(cryptoCardId) })],
      without: BOTH_SIDES,
    },
    {
      what: "another token's custody",
      statements: () => [transfer({ token: "usdt" }), credit()],
      without: BOTH_SIDES,
    },
  ];

  test.each(attacks)("refuses $what", async ({ statements }) => {
    for (const role of ["app", "owner"] as const)
      expect(await attack({ role, statements: statements() })).toBe(REFUSED);
  });

  test.each(attacks)("only one rule refuses $what", async ({ statements, without }) => {
    expect(await attack({ role: "app", statements: statements(), after: without })).toBe("through");
  });

  test.each([
    ["a credit of the wallet", () => [transfer(), credit()]],
    [
      "a credit of the card that has the address",
      () => [transfer({ card_id: cryptoCardId }), credit({ to: cardAccount(cryptoCardId) })],
    ],
    [
      "a credit of suspense, without a partner",
      () => [
        transfer({ partner_id: null }),
        post({
          type: "deposit",
          source: "base-sepolia:0xnew:0",
          legs: [
            [CUSTODY, -USD],
            [SUSPENSE_ACCOUNT, USD],
          ],
        }),
      ],
    ],
  ])("accepts %s", async (_, statements) => {
    expect(await attack({ role: "app", statements: statements() })).toBe("through");
  });

  test("a deposit of zero is refused", async () => {
    expect(await attack({ role: "app", statements: [transfer({ amount_micro_usd: 0 })] })).toBe(
      "23514",
    );
  });
});

describe("one transfer is credited once", () => {
  const deposit = (changes: Partial<Parameters<typeof creditDeposit>[0]> = {}) =>
    creditDeposit({
      partnerId,
      chain: "base-sepolia",
      token: "usdc",
      txHash: "0xonce",
      ordinal: 0,
      amountMicroUsd: 5_000_000n,
      fromAddress: "0x1",
      toAddress: partner.walletAddress,
      at: now(),
      ...changes,
    });

  test("one of 20 concurrent credits succeeds, and a later one is refused", async () => {
    const before = await walletOf(partnerId);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => deposit()));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(deposit({ amountMicroUsd: 6_000_000n })).rejects.toBeInstanceOf(StaleDecision);
    expect(await walletOf(partnerId)).toBe(before + 5);
    expect(await sql("SELECT id FROM deposits WHERE tx_hash = '0xonce'")).toHaveLength(1);
  });

  test.each([
    ["another ordinal of the transaction", { ordinal: 1 }],
    ["the same hash on another chain", { chain: "polygon-amoy" }],
    ["another transaction", { txHash: "0xtwice" }],
  ])("%s is another transfer", async (_, changes) => {
    const before = await walletOf(partnerId);
    await deposit(changes);
    expect(await walletOf(partnerId)).toBe(before + 5);
  });

  test("two rules refuse a second credit: the transfer's and the journal's", async () => {
    const twice = [transfer(), credit(), transfer({ id: "dep_again" }), credit()];
    const rows = "DROP INDEX deposits_chain_tx_hash_ordinal_key";
    const journals = "DROP INDEX ledger.journals_type_source_id_key";
    expect(await attack({ role: "app", statements: twice })).toBe("23505");
    expect(await attack({ role: "app", statements: twice, after: [rows] })).toBe("23505");
    expect(await attack({ role: "app", statements: twice, after: [journals] })).toBe("23505");
    expect(await attack({ role: "app", statements: twice, after: [rows, journals] })).toBe(
      "through",
    );
  });
});

describe("the wallet's list", () => {
  const listed = (id: string) =>
    `INSERT INTO wallet_transactions SELECT '${id}', partner_id, journal_id, amount_micro_usd, currency, type, status,
       action, category, narration, card_id, created_at FROM wallet_transactions LIMIT 1`;

  test("has at most one row for a journal", async () => {
    expect(await attack({ role: "app", statements: [listed("txn_again")] })).toBe("23505");
    const after = ["DROP INDEX wallet_transactions_journal_id_key"];
    expect(await attack({ role: "app", statements: [listed("txn_again")], after })).toBe("through");
  });

  test("has no row without a journal", async () => {
    const statements = [listed("txn_again").replace("journal_id, amount", "'jrn_nobody', amount")];
    expect(await attack({ role: "app", statements })).toBe("23503");
  });
});
