import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  attack,
  debitRow,
  dropConstraints,
  dropTriggers,
  listedRow,
  postUnlisted,
} from "@/test/database/attack";
import { REFUSED } from "@/test/database/refuses";
import { endTests, makeCard, makePartner } from "@/test/fixtures/make";
import { cardAccount, FEES_ACCOUNT, walletAccount } from "./accounts";

const NO_SUCH_PAIR = "23503";
const ID = "txn_listed";
const JOURNAL = "jrn_listed";
const AMOUNT = 5;

let partnerId: string;
let otherId: string;
let cardId: string;
let secondId: string;

beforeAll(async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  ({ partnerId } = partner);
  cardId = await makeCard(partner, { amountUsd: 50 });
  secondId = await makeCard(partner, { amountUsd: 50 });
  ({ partnerId: otherId } = await makePartner());
});
afterAll(endTests);

type Legs = Parameters<typeof postUnlisted>[0]["legs"];

/** The credited accounts of each kind of debit: the wallet and fees. */
const KINDS = {
  card_withdrawal: { wallet: AMOUNT - 1, fees: 1 },
  liquidation: { wallet: AMOUNT, fees: 0 },
  cross_border_fee: { wallet: 0, fees: AMOUNT },
};
type Kind = keyof typeof KINDS;

const ofJournals = dropTriggers("ledger.journals debits_are_listed");
const ofRows = dropTriggers("card_transactions debit_has_its_journal");
const both = [...ofJournals, ...ofRows];
const ofKey = dropConstraints("card_transactions card_transactions_card");

describe.each(Object.keys(KINDS) as Kind[])("%s: a debit and its card transaction", (kind) => {
  /** The journal, with its wallet transaction. */
  const taken = (type: Kind = kind, ...more: Legs) => {
    const { wallet, fees } = KINDS[type];
    const given = [[walletAccount(partnerId), wallet] as const, [FEES_ACCOUNT, fees] as const];
    const legs: Legs = [
      [cardAccount(cardId), -AMOUNT],
      ...given.filter(([, amount]) => amount !== 0).map(([...leg]): Legs[number] => leg),
    ];
    for (const [account, amount] of more) {
      const same = legs.find(([id]) => id === account);
      if (same) same[1] = Number(same[1]) + Number(amount);
      else legs.push([account, amount]);
    }
    const posted = postUnlisted({ id: JOURNAL, type, source: ID, partnerId, legs });
    const [, moved = 0] = legs.find(([id]) => id === walletAccount(partnerId)) ?? [];
    if (!moved) return posted;
    return `${posted};${listedRow({ journalId: JOURNAL, partnerId, amount: Number(moved) })}`;
  };
  const row = (changes: Record<string, unknown> = {}) =>
    debitRow({ id: ID, partnerId, cardId, category: kind, amount: AMOUNT }, changes);
  const otherKind = (): Kind => (kind === "liquidation" ? "card_withdrawal" : "liquidation");

  test("are accepted with the same amount: first the row, then the journal", async () => {
    expect(await attack({ role: "app", statements: [row(), taken()] })).toBe("through");
    expect(await attack({ role: "app", statements: [taken(), row()] })).toBe(REFUSED);
  });

  test("a journal without a row: refused by one rule only", async () => {
    const statements = [taken()];
    expect(await attack({ role: "app", statements })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements, after: ofRows })).toBe(REFUSED);
    expect(await attack({ role: "app", statements, after: ofJournals })).toBe("through");
  });

  test("a row without a journal: refused by one rule only", async () => {
    const statements = [row()];
    expect(await attack({ role: "app", statements })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements, after: ofJournals })).toBe(REFUSED);
    expect(await attack({ role: "app", statements, after: ofRows })).toBe("through");
  });

  const fromBothCards = () => {
    const paid = kind === "cross_border_fee" ? FEES_ACCOUNT : walletAccount(partnerId);
    return taken(kind, [cardAccount(secondId), -1], [paid, 1]);
  };
  test.each<[string, () => string[]]>([
    ["a lower amount", () => [row({ amount_micro_usd: AMOUNT - 1 }), taken()]],
    ["a higher amount", () => [row({ amount_micro_usd: AMOUNT + 1 }), taken()]],
    ["the amount zero", () => [row({ amount_micro_usd: 0 }), taken()]],
    ["another card", () => [row({ card_id: secondId }), taken()]],
    ["the status declined", () => [row({ status: "declined", declined_reason: "" }), taken()]],
    ["the status reversed", () => [row({ status: "reversed" }), taken()]],
    [
      "a status that can still change",
      () => [row({ status: "authorized", held_micro_usd: AMOUNT }), taken()],
    ],
    ["a journal of two cards, one of them in the row", () => [row(), fromBothCards()]],
    [
      "a journal of two cards, one of them in the row with the whole amount",
      () => [row({ amount_micro_usd: AMOUNT + 1 }), fromBothCards()],
    ],
  ])("a row with %s: refused by one rule only", async (_, statements) => {
    expect(await attack({ role: "app", statements: statements() })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements: statements(), after: ofRows })).toBe(REFUSED);
    expect(await attack({ role: "app", statements: statements(), after: ofJournals })).toBe(
      "through",
    );
  });

  test("a row of another partner: refused by the foreign key, and without it by the rule", async () => {
    const statements = [row({ partner_id: otherId }), taken()];
    expect(await attack({ role: "app", statements, after: both })).toBe(NO_SUCH_PAIR);
    expect(await attack({ role: "app", statements, after: ofKey })).toBe(REFUSED);
    const after = [...ofKey, ...ofJournals];
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });

  test("a row of another kind: refused by each of two rules", async () => {
    const statements = [row({ category: otherKind() }), taken()];
    for (const after of [[], ofJournals, ofRows])
      expect(await attack({ role: "app", statements, after })).toBe(REFUSED);
    expect(await attack({ role: "app", statements, after: both })).toBe("through");
  });

  test("a second row is refused", async () => {
    expect(await attack({ role: "app", statements: [row(), taken(), row()] })).toBe("23505");
  });

  test("one row cannot belong to journals of two kinds", async () => {
    const second = taken(otherKind()).replaceAll(JOURNAL, "jrn_second");
    const statements = [row(), taken(), second];
    expect(await attack({ role: "app", statements })).toBe(REFUSED);
    expect(await attack({ role: "app", statements, after: ofJournals })).toBe("through");
  });

  test.each([
    ["another amount", "amount_micro_usd = 4"],
    ["another card", "card_id = (SELECT max(id) FROM cards WHERE id <> card_id)"],
    ["another kind", "category = 'refund'"],
  ])("refuses %s in an existing row", async (_, change) => {
    const statements = [
      row(),
      taken(),
      `UPDATE card_transactions SET ${change} WHERE id = '${ID}'`,
    ];
    expect(await attack({ role: "app", statements })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements })).toBe(REFUSED);
  });

  test.each(["authorization_code", "network_reference", "merchant_category_code", "entry_mode"])(
    "%s is learned once, and then stays",
    async (fact) => {
      const learn = (value: string) =>
        `UPDATE card_transactions SET ${fact} = ${value} WHERE id = '${ID}'`;
      const once = [row(), taken(), learn("'5411'")];
      expect(await attack({ role: "app", statements: once })).toBe("through");
      for (const value of ["'5812'", "NULL"]) {
        const statements = [...once, learn(value)];
        expect(await attack({ role: "app", statements })).toBe(REFUSED);
        expect(await attack({ role: "owner", statements })).toBe(REFUSED);
      }
    },
  );
});
