import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attack, dropConstraints, dropTriggers, insert, post } from "@/test/database/attack";
import { REFUSED, refusedToBoth, refuses } from "@/test/database/refuses";
import { type CardWorld, makeCardWorld } from "@/test/fixtures/ledger-world";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { cardAccount, FEES_ACCOUNT, holdAccount, NETWORK_ACCOUNT } from "./accounts";

const USD = 1_000_000;
const HELD = 10 * USD;
const ROW_SIDE = "card_transactions transaction_has_its_hold";
const MONEY_SIDE = "ledger.journals hold_has_its_transaction";
const BOTH_SIDES = dropTriggers(ROW_SIDE, MONEY_SIDE);
const REVERSAL_ROW_SIDE = "card_transactions reversal_has_its_journal";
const REVERSAL_MONEY_SIDE = "ledger.journals journal_has_its_reversal";
const OF_REVERSALS = dropTriggers(REVERSAL_ROW_SIDE, REVERSAL_MONEY_SIDE);
const OF_KEY = dropConstraints("card_transactions card_transactions_card");

let world: CardWorld;
let secondId: string;
let otherId: string;

beforeAll(async () => {
  world = await makeCardWorld();
  ({ partnerId: otherId } = await makePartner({ balanceUsd: 0 }));
  secondId = await makeCard(world.partner, { amountUsd: 50 });
});
afterAll(endTests);

type Journal = Parameters<typeof post>[0];
type Legs = Journal["legs"];
const journal = (type: string, source: string, legs: Legs) =>
  post({ type, source, partnerId: world.partnerId, legs });
const held = (source: string, amount = HELD, card = world.card, hold = world.hold) =>
  journal("authorization", source, [
    [card, -amount],
    [hold, amount],
  ]);
const letGo = (source: string, amount: number, card = world.card, hold = world.hold) =>
  journal("reversal", source, [
    [hold, -amount],
    [card, amount],
  ]);
const settled = (source: string, amount: number) =>
  journal("settlement", source, [
    [world.hold, -amount],
    [NETWORK_ACCOUNT, amount],
  ]);
const refunded = (source: string, amount: number, card = world.card) =>
  journal("refund", source, [
    [NETWORK_ACCOUNT, -amount],
    [card, amount],
  ]);
const row = (id: string, changes: Record<string, unknown> = {}) =>
  insert("card_transactions", {
    id,
    partner_id: world.partnerId,
    card_id: world.cardId,
    category: "authorization",
    amount_micro_usd: HELD,
    currency: "USD",
    status: "authorized",
    type: "purchase",
    description: "",
    merchant_name: "",
    merchant_country: "",
    held_micro_usd: HELD,
    created_at: "now",
    version: 1,
    ...changes,
  });
const refundRow = (id: string, originalId: string, amount: number, changes = {}) =>
  row(id, {
    category: "refund",
    status: "reversed",
    type: "refund",
    amount_micro_usd: amount,
    held_micro_usd: 0,
    original_id: originalId,
    ...changes,
  });
/** The list row of a reversal, whose id carries its number. */
const reversalRow = (originalId: string, number: number, amount: number, changes = {}) =>
  row(`${originalId}_rev${number === 1 ? "" : number}`, {
    category: "reversal",
    status: "reversed",
    amount_micro_usd: amount,
    held_micro_usd: 0,
    original_id: originalId,
    ...changes,
  });
const set = (id: string, changes: string) =>
  `UPDATE card_transactions SET ${changes} WHERE id = '${id}'`;
const counted = (id: string, usd: number) => set(id, `refunded_micro_usd = ${usd * USD}`);

describe("a hold and its transaction agree", () => {
  const { authorized, declined, reversed } = idsOf();
  refuses([
    {
      what: "a transaction without a hold on its card",
      statements: () => [row("txn_new")],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "a hold without a transaction",
      statements: () => [held("txn_new")],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a hold of another amount",
      statements: () => [row("txn_new"), held("txn_new", HELD - 1)],
      without: BOTH_SIDES,
    },
    {
      what: "a hold on another card",
      statements: () => [
        row("txn_new"),
        held("txn_new", HELD, cardAccount(secondId), holdAccount(secondId)),
      ],
      without: BOTH_SIDES,
    },
    {
      what: "a hold that debits one card and is held on another",
      statements: () => [row("txn_new"), held("txn_new", HELD, cardAccount(secondId))],
      without: BOTH_SIDES,
    },
    {
      what: "a hold of a declined transaction, on another card",
      statements: () => [held(declined(), 5, cardAccount(secondId), holdAccount(secondId))],
      without: BOTH_SIDES,
    },
    {
      what: "a second partial release that the transaction does not record",
      statements: () => [reversalRow(authorized(), 9, 5), letGo(`${authorized()}:9`, 5)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a partial release without a journal",
      statements: () => [set(authorized(), "held_micro_usd = 5, amount_micro_usd = 5")],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "a partial release to another card",
      statements: () => [
        letGo(`${authorized()}:9`, 5, cardAccount(secondId)),
        set(authorized(), `held_micro_usd = ${HELD - 5}, amount_micro_usd = ${HELD - 5}`),
      ],
      without: [...BOTH_SIDES, ...OF_REVERSALS],
    },
    {
      what: "a reversal without a journal",
      statements: () => [set(authorized(), "status = 'reversed', held_micro_usd = 0")],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "a reversal journal without a change of the transaction",
      statements: () => [reversalRow(authorized(), 9, HELD), letGo(`${authorized()}:9`, HELD)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a hold of a reversed transaction",
      statements: () => [held(`${reversed()}:9`)],
      without: dropTriggers(MONEY_SIDE),
    },
  ]);
});

describe("a settlement and its transaction agree", () => {
  const { authorized, settled: done } = idsOf();
  const settle = (amount = HELD) =>
    set(authorized(), `status = 'settled', held_micro_usd = 0, amount_micro_usd = ${amount}`);
  refuses([
    {
      what: "a settlement without a journal",
      statements: () => [settle()],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "a settlement journal without a change of the transaction",
      statements: () => [settled(authorized(), HELD)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a journal of less than the transaction's amount",
      statements: () => [settle(), settled(authorized(), HELD - 1)],
      without: BOTH_SIDES,
    },
    {
      what: "a journal of more than the transaction's amount",
      statements: () => [settle(HELD - 1), settled(authorized(), HELD)],
      without: BOTH_SIDES,
    },
    {
      what: "a second settlement of a settled transaction",
      statements: () => [
        journal("settlement", `${done()}:9`, [
          [world.hold, -5],
          [NETWORK_ACCOUNT, 5],
        ]),
      ],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a changed amount of a settled transaction",
      statements: () => [set(done(), `amount_micro_usd = ${HELD - 1}`)],
      without: [...dropTriggers("card_transactions fixed_terms"), ...BOTH_SIDES],
    },
  ]);

  test.each([
    ["a settlement of the whole hold", () => [settle(), settled(authorized(), HELD)]],
    [
      "less",
      () => [
        reversalRow(authorized(), 1, 5),
        letGo(`${authorized()}:1`, 5),
        settle(HELD - 5),
        settled(authorized(), HELD - 5),
      ],
    ],
    [
      "more",
      () => [
        row(`${authorized()}_inc`, {
          amount_micro_usd: 5,
          held_micro_usd: 0,
          status: "settled",
          original_id: authorized(),
        }),
        held(`${authorized()}_inc`, 5),
        settled(`${authorized()}_inc`, 5),
        settle(),
        settled(authorized(), HELD),
      ],
    ],
    [
      "a partial release and a reversal of the rest",
      () => [
        reversalRow(authorized(), 1, 5),
        letGo(`${authorized()}:1`, 5),
        set(authorized(), `held_micro_usd = ${HELD - 5}, amount_micro_usd = ${HELD - 5}`),
        reversalRow(authorized(), 2, HELD - 5),
        letGo(`${authorized()}:2`, HELD - 5),
        set(authorized(), "status = 'reversed', held_micro_usd = 0"),
      ],
    ],
  ])("accepts %s", async (_, statements) => {
    expect(await attack({ role: "app", statements: statements() })).toBe("through");
  });
});

describe("a reversal, its journal and its row in the list agree", () => {
  const { authorized, settled: done } = idsOf();
  const PART = 5;
  const released = () =>
    set(authorized(), `held_micro_usd = ${HELD - PART}, amount_micro_usd = ${HELD - PART}`);
  /** The journal and the authorization are correct; only the row is wrong. */
  const listed = (...rows: string[]) => [...rows, letGo(`${authorized()}:1`, PART), released()];
  const wrong = (what: string, changes: object, amount = PART) => ({
    what,
    statements: () => listed(reversalRow(authorized(), 1, amount, changes)),
    without: OF_REVERSALS,
  });
  refuses([
    {
      what: "a journal without a row",
      statements: () => listed(),
      without: dropTriggers(REVERSAL_MONEY_SIDE),
    },
    {
      what: "a row without a journal",
      statements: () => [reversalRow(authorized(), 1, PART)],
      without: dropTriggers(REVERSAL_ROW_SIDE),
    },
    {
      what: "a second journal, whose source has a further part",
      statements: () => [
        ...listed(reversalRow(authorized(), 1, PART)),
        letGo(`${authorized()}:1:1`, PART),
        set(
          authorized(),
          `held_micro_usd = ${HELD - 2 * PART}, amount_micro_usd = ${HELD - 2 * PART}`,
        ),
      ],
      without: dropTriggers(REVERSAL_MONEY_SIDE),
    },
    {
      what: "a second journal, whose source has no number",
      statements: () => [
        ...listed(reversalRow(authorized(), 1, PART)),
        letGo(`${authorized()}:`, PART),
        set(
          authorized(),
          `held_micro_usd = ${HELD - 2 * PART}, amount_micro_usd = ${HELD - 2 * PART}`,
        ),
      ],
      without: dropTriggers(REVERSAL_MONEY_SIDE),
    },
    wrong("a row of another amount", {}, PART + 1),
    wrong("a row on another card", {
      get card_id() {
        return secondId;
      },
    }),
    wrong("a row of another status", { status: "settled" }),
    wrong("a row of another type", { type: "refund" }),
    wrong("a row of another original", {
      get original_id() {
        return done();
      },
    }),
    {
      what: "a row of another number",
      statements: () => listed(reversalRow(authorized(), 2, PART)),
      without: OF_REVERSALS,
    },
  ]);

  test("accepts a reversal with its journal and its row", async () => {
    const statements = listed(reversalRow(authorized(), 1, PART));
    expect(await attack({ role: "app", statements })).toBe("through");
  });
});

describe("a refund, its journal and the refunded transaction agree", () => {
  const { authorized, settled: done, refunded: partly, refund } = idsOf();
  const rowSide = "card_transactions refund_has_its_journal";
  const moneySide = "ledger.journals journal_has_its_refund";
  const both = dropTriggers(rowSide, moneySide);
  const sum = "card_transactions refunded_is_its_refunds";
  refuses([
    {
      what: "a refund journal without a refund",
      statements: () => [refunded("txn_new", 5)],
      without: dropTriggers(moneySide),
    },
    {
      what: "a refund without a journal",
      statements: () => [refundRow("txn_new", done(), 2 * USD), counted(done(), 2)],
      without: dropTriggers(rowSide),
    },
    {
      what: "a refund of another amount",
      statements: () => [
        refundRow("txn_new", done(), 2 * USD),
        counted(done(), 2),
        refunded("txn_new", 3 * USD),
      ],
      without: both,
    },
    {
      what: "a refund to another card",
      statements: () => [
        refundRow("txn_new", done(), 2 * USD),
        counted(done(), 2),
        refunded("txn_new", 2 * USD, cardAccount(secondId)),
      ],
      without: both,
    },
    {
      what: "a refund with its row on another card",
      statements: () => [
        refundRow("txn_new", done(), 2 * USD, { card_id: secondId }),
        counted(done(), 2),
        refunded("txn_new", 2 * USD, cardAccount(secondId)),
      ],
      without: both,
    },
    {
      what: "a refund of a transaction that is not settled",
      statements: () => [
        refundRow("txn_new", authorized(), 2 * USD),
        counted(authorized(), 2),
        refunded("txn_new", 2 * USD),
      ],
      without: both,
    },
    {
      what: "a refund of a refund",
      statements: () => [
        refundRow("txn_new", refund(), USD),
        counted(refund(), 1),
        refunded("txn_new", USD),
      ],
      without: [...both, ...dropTriggers(sum)],
    },
    {
      what: "a refund that the refunded transaction does not count",
      statements: () => [refundRow("txn_new", done(), 2 * USD), refunded("txn_new", 2 * USD)],
      without: dropTriggers(sum),
    },
    {
      what: "a refund that the refunded transaction counts twice",
      statements: () => [counted(partly(), 8)],
      without: dropTriggers(sum),
    },
    {
      what: "a refund that the refunded transaction no longer counts",
      statements: () => [
        counted(partly(), 0),
        refundRow("txn_new", partly(), 4 * USD),
        refunded("txn_new", 4 * USD),
        counted(partly(), 4),
      ],
      without: dropTriggers(sum),
    },
  ]);

  test("refuses refunds of more than the settled amount, also in parts", async () => {
    const statements = [
      refundRow("txn_new", partly(), 7 * USD),
      counted(partly(), 11),
      refunded("txn_new", 7 * USD),
    ];
    await refusedToBoth(statements, "23514");
    const after = dropConstraints("card_transactions card_transactions_amounts");
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });

  test("accepts a refund of the rest", async () => {
    const statements = [
      refundRow("txn_new", partly(), 6 * USD),
      counted(partly(), 10),
      refunded("txn_new", 6 * USD),
    ];
    expect(await attack({ role: "app", statements })).toBe("through");
  });
});

/** Ids of the world, resolved later: test names are evaluated before the world exists. */
function idsOf() {
  const later =
    (name: "authorized" | "settled" | "refunded" | "reversed" | "declined" | "refund") => () =>
      world[name];
  return {
    authorized: later("authorized"),
    settled: later("settled"),
    refunded: later("refunded"),
    reversed: later("reversed"),
    declined: later("declined"),
    refund: later("refund"),
  };
}

describe("a row of another partner is refused by the foreign key, and without it by the rule", () => {
  const { settled: done } = idsOf();
  const ofRefunds = dropTriggers(
    "card_transactions refund_has_its_journal",
    "ledger.journals journal_has_its_refund",
  );
  test.each([
    ["a hold", () => [row("txn_new", { partner_id: otherId }), held("txn_new")], BOTH_SIDES],
    [
      "a refund",
      () => [
        refundRow("txn_new", done(), 2 * USD, { partner_id: otherId }),
        counted(done(), 2),
        refunded("txn_new", 2 * USD),
      ],
      ofRefunds,
    ],
  ])("%s", async (_, statements, ofRule) => {
    const outcome = (after: string[]) => attack({ role: "app", statements: statements(), after });
    expect(await outcome(ofRule)).toBe("23503");
    expect(await outcome(OF_KEY)).toBe(REFUSED);
    expect(await outcome([...OF_KEY, ...ofRule])).toBe("through");
  });
});

describe("amounts of a transaction", () => {
  test.each([
    ["a hold of more than the amount", "held_micro_usd = held_micro_usd + 1"],
    ["a hold below zero", "held_micro_usd = -1"],
    ["an authorization without a hold", "held_micro_usd = 0, amount_micro_usd = 0"],
    ["a refund below zero", "refunded_micro_usd = -1"],
    ["a fee below zero", "fx_fee_micro_usd = -1"],
  ])("%s is refused", async (_, changes) => {
    await refusedToBoth([set(world.authorized, changes)], "23514");
  });

  test.each([
    "id = 'txn_x'",
    "partner_id = 'ptn_x'",
    "category = 'refund'",
    "created_at = now()",
    "original_id = id",
  ])("refuses a change of a fixed column: %s", async (changes) => {
    await refusedToBoth([set(world.declined, changes)]);
    const after = [...dropTriggers("card_transactions fixed_terms"), ...OF_KEY];
    if (!/^id|^category/.test(changes))
      expect(await attack({ role: "app", statements: [set(world.declined, changes)], after })).toBe(
        "through",
      );
  });
});

test("refuses fees and holds without a partner, and payments to the network other than settlements", async () => {
  await refusedToBoth([
    journal("cross_border_fee", "txn_new", [
      [world.hold, -5],
      [FEES_ACCOUNT, 5],
    ]),
  ]);
  await refusedToBoth([
    journal("card_funding", "txn_new", [
      [world.wallet, -5],
      [NETWORK_ACCOUNT, 5],
    ]),
  ]);
});

test.each([-5, 5])("refuses a settlement that changes a card's balance: %d", async (moved) => {
  await refusedToBoth([
    set(
      world.authorized,
      `status = 'settled', held_micro_usd = 0, amount_micro_usd = ${HELD - moved}`,
    ),
    journal("settlement", world.authorized, [
      [world.hold, -HELD],
      [NETWORK_ACCOUNT, HELD - moved],
      [world.card, moved],
    ]),
  ]);
});

describe("the partial releases of a hold are found in any collation", () => {
  const partly = () => [
    reversalRow(world.authorized, 1, 5),
    letGo(`${world.authorized}:1`, 5),
    set(world.authorized, `held_micro_usd = ${HELD - 5}, amount_micro_usd = ${HELD - 5}`),
  ];
  const collated = (name: string) =>
    `ALTER TABLE ledger.journals ALTER COLUMN source_id TYPE text COLLATE "${name}"`;

  test("a comparison byte by byte finds the partial releases of a hold", async () => {
    const [column] = await sql(
      `SELECT collation_name FROM information_schema.columns
       WHERE table_schema = 'ledger' AND table_name = 'journals' AND column_name = 'source_id'`,
    );
    expect(column.collation_name).toBe("C");
    expect(await attack({ role: "app", statements: partly() })).toBe("through");
  });

  test("a collation of a language that orders ':' and ';' otherwise would not find them", async () => {
    const after = [collated("en-x-icu")];
    expect(await attack({ role: "app", statements: partly(), after })).toBe(REFUSED);
  });
});
