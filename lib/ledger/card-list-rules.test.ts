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

/** Where the money that each kind takes off a card goes: to the wallet, and to fees. */
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

describe.each(Object.keys(KINDS) as Kind[])("%s: what is taken off a card", (kind) => {
  /** The journal, with its row of the wallet's list. */
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

  test("goes through as it was taken: the row, then the journal", async () => {
    expect(await attack({ role: "app", statements: [row(), taken()] })).toBe("through");
    expect(await attack({ role: "app", statements: [taken(), row()] })).toBe(REFUSED);
  });

  test("without its row: refused by that rule, and by no other", async () => {
    const statements = [taken()];
    expect(await attack({ role: "app", statements })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements, after: ofRows })).toBe(REFUSED);
    expect(await attack({ role: "app", statements, after: ofJournals })).toBe("through");
  });

  test("a row of nothing: refused by that rule, and by no other", async () => {
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
    ["as less", () => [row({ amount_micro_usd: AMOUNT - 1 }), taken()]],
    ["as more", () => [row({ amount_micro_usd: AMOUNT + 1 }), taken()]],
    ["as nothing", () => [row({ amount_micro_usd: 0 }), taken()]],
    ["on another card", () => [row({ card_id: secondId }), taken()]],
    ["as declined", () => [row({ status: "declined", declined_reason: "" }), taken()]],
    ["as reversed", () => [row({ status: "reversed" }), taken()]],
    [
      "as what may still change",
      () => [row({ status: "authorized", held_micro_usd: AMOUNT }), taken()],
    ],
    ["off two cards, on one of them", () => [row(), fromBothCards()]],
    [
      "off two cards, on one of them with all of it",
      () => [row({ amount_micro_usd: AMOUNT + 1 }), fromBothCards()],
    ],
  ])("%s: refused by that rule, and by no other", async (_, statements) => {
    expect(await attack({ role: "app", statements: statements() })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements: statements(), after: ofRows })).toBe(REFUSED);
    expect(await attack({ role: "app", statements: statements(), after: ofJournals })).toBe(
      "through",
    );
  });

  test("in another partner's list: refused by the key alone, and by that rule alone", async () => {
    const statements = [row({ partner_id: otherId }), taken()];
    expect(await attack({ role: "app", statements, after: both })).toBe(NO_SUCH_PAIR);
    expect(await attack({ role: "app", statements, after: ofKey })).toBe(REFUSED);
    const after = [...ofKey, ...ofJournals];
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });

  test("as another kind: refused by both rules, each alone", async () => {
    const statements = [row({ category: otherKind() }), taken()];
    for (const after of [[], ofJournals, ofRows])
      expect(await attack({ role: "app", statements, after })).toBe(REFUSED);
    expect(await attack({ role: "app", statements, after: both })).toBe("through");
  });

  test("stands there once", async () => {
    expect(await attack({ role: "app", statements: [row(), taken(), row()] })).toBe("23505");
  });

  test("one row is not for two kinds", async () => {
    const second = taken(otherKind()).replaceAll(JOURNAL, "jrn_second");
    const statements = [row(), taken(), second];
    expect(await attack({ role: "app", statements })).toBe(REFUSED);
    expect(await attack({ role: "app", statements, after: ofJournals })).toBe("through");
  });

  test.each([
    ["another amount", "amount_micro_usd = 4"],
    ["another card", "card_id = (SELECT max(id) FROM cards WHERE id <> card_id)"],
    ["another kind", "category = 'refund'"],
  ])("once it stands, %s is refused", async (_, change) => {
    const statements = [
      row(),
      taken(),
      `UPDATE card_transactions SET ${change} WHERE id = '${ID}'`,
    ];
    expect(await attack({ role: "app", statements })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements })).toBe(REFUSED);
  });
});
