import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attack, dropConstraints, dropTriggers, insert, ownerClient, post } from "@/test/attack";
import { clientOf } from "@/test/client";
import { type CardWorld, makeCardWorld } from "@/test/ledger-world";
import { endTests, makeCard, makePartner, sql } from "@/test/make";
import { cardAccount, FEES_ACCOUNT, holdAccount, NETWORK_ACCOUNT } from "./accounts";
import { audit } from "./audit";

const REFUSED = "PW003";
const USD = 1_000_000;
const HELD = 10 * USD;
const ROW_SIDE = "card_transactions transaction_has_its_hold";
const MONEY_SIDE = "ledger.journals hold_has_its_transaction";
const BOTH_SIDES = dropTriggers(ROW_SIDE, MONEY_SIDE);

let world: CardWorld;
let secondId: string;
let emptyId: string;
let terminatedId: string;
let otherId: string;

beforeAll(async () => {
  world = await makeCardWorld();
  ({ partnerId: otherId } = await makePartner({ balanceUsd: 0 }));
  secondId = await makeCard(world.partner, { amountUsd: 50 });
  emptyId = await makeCard(world.partner, { amountUsd: 5 });
  await clientOf(world.partner).withdraw({ serviceCardId: emptyId, amount: 5, reference: "r" });
  terminatedId = await makeCard(world.partner, { amountUsd: 5 });
  await clientOf(world.partner).terminate(terminatedId);
});
afterAll(endTests);

async function refusedToBoth(statements: string[], code = REFUSED): Promise<void> {
  expect(await attack({ role: "app", statements })).toBe(code);
  expect(await attack({ role: "owner", statements })).toBe(code);
}

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
const settled = (source: string, amount: number, hold = HELD) =>
  journal("settlement", source, [
    [world.hold, -hold],
    [NETWORK_ACCOUNT, amount],
    ...((amount === hold ? [] : [[world.card, hold - amount]]) as Legs),
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
const set = (id: string, changes: string) =>
  `UPDATE card_transactions SET ${changes} WHERE id = '${id}'`;
const counted = (id: string, usd: number) => set(id, `refunded_micro_usd = ${usd * USD}`);

interface Refused {
  what: string;
  statements: () => string[];
  without: string[];
}

function refuses(attacks: Refused[]): void {
  test.each(attacks)("$what", async ({ statements }) => {
    await refusedToBoth(statements());
  });
  test.each(attacks)("$what: by that rule, and by no other", async ({ statements, without }) => {
    expect(await attack({ role: "app", statements: statements(), after: without })).toBe("through");
  });
}

describe("a hold and its transaction go together: refused is", () => {
  const { authorized, declined, reversed } = idsOf();
  refuses([
    {
      what: "a transaction that holds nothing on its card",
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
      what: "a hold in another partner's list",
      statements: () => [row("txn_new", { partner_id: otherId }), held("txn_new")],
      without: BOTH_SIDES,
    },
    {
      what: "a hold taken from one card and put on another",
      statements: () => [row("txn_new"), held("txn_new", HELD, cardAccount(secondId))],
      without: BOTH_SIDES,
    },
    {
      what: "a hold of a declined transaction, on another card",
      statements: () => [held(declined(), 5, cardAccount(secondId), holdAccount(secondId))],
      without: BOTH_SIDES,
    },
    {
      what: "a second part let go, unseen by the transaction",
      statements: () => [letGo(`${authorized()}:9`, 5)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a part let go on paper alone",
      statements: () => [set(authorized(), "held_micro_usd = 5, amount_micro_usd = 5")],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "a part let go to another card",
      statements: () => [
        letGo(`${authorized()}:9`, 5, cardAccount(secondId)),
        set(authorized(), `held_micro_usd = ${HELD - 5}, amount_micro_usd = ${HELD - 5}`),
      ],
      without: BOTH_SIDES,
    },
    {
      what: "a reversal on paper alone",
      statements: () => [set(authorized(), "status = 'reversed', held_micro_usd = 0")],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "a reversal of money alone",
      statements: () => [letGo(`${authorized()}:9`, HELD)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a hold of what was reversed before",
      statements: () => [held(`${reversed()}:9`)],
      without: dropTriggers(MONEY_SIDE),
    },
  ]);
});

describe("a settlement and its transaction go together: refused is", () => {
  const { authorized, settled: done } = idsOf();
  const settle = (amount = HELD) =>
    set(authorized(), `status = 'settled', held_micro_usd = 0, amount_micro_usd = ${amount}`);
  refuses([
    {
      what: "a settlement on paper alone",
      statements: () => [settle()],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "a settlement of money alone",
      statements: () => [settled(authorized(), HELD)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "less paid than is written",
      statements: () => [settle(), settled(authorized(), HELD - 1)],
      without: BOTH_SIDES,
    },
    {
      what: "more paid than is written",
      statements: () => [settle(), settled(authorized(), HELD + 1)],
      without: BOTH_SIDES,
    },
    {
      what: "more settled again, later",
      statements: () => [
        journal("settlement", `${done()}:9`, [
          [world.card, -5],
          [NETWORK_ACCOUNT, 5],
        ]),
      ],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "another amount once it is settled",
      statements: () => [set(done(), `amount_micro_usd = ${HELD - 1}`)],
      without: [...dropTriggers("card_transactions fixed_terms"), ...BOTH_SIDES],
    },
  ]);

  test.each([
    ["all of it", () => [settle(), settled(authorized(), HELD)]],
    ["less", () => [settle(HELD - 5), settled(authorized(), HELD - 5)]],
    ["more", () => [settle(HELD + 5), settled(authorized(), HELD + 5)]],
    [
      "a part let go, and the rest reversed",
      () => [
        letGo(`${authorized()}:1`, 5),
        set(authorized(), `held_micro_usd = ${HELD - 5}, amount_micro_usd = ${HELD - 5}`),
        letGo(`${authorized()}:2`, HELD - 5),
        set(authorized(), "status = 'reversed', held_micro_usd = 0"),
      ],
    ],
  ])("what belongs together goes through: %s", async (_, statements) => {
    expect(await attack({ role: "app", statements: statements() })).toBe("through");
  });
});

describe("a refund, its journal and what it is of go together: refused is", () => {
  const { authorized, settled: done, refunded: partly, refund } = idsOf();
  const rowSide = "card_transactions refund_has_its_journal";
  const moneySide = "ledger.journals journal_has_its_refund";
  const both = dropTriggers(rowSide, moneySide);
  const sum = "card_transactions refunded_is_its_refunds";
  refuses([
    {
      what: "money from the network without a refund",
      statements: () => [refunded("txn_new", 5)],
      without: dropTriggers(moneySide),
    },
    {
      what: "a refund without money",
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
      what: "a refund in another partner's list",
      statements: () => [
        refundRow("txn_new", done(), 2 * USD, { partner_id: otherId }),
        counted(done(), 2),
        refunded("txn_new", 2 * USD),
      ],
      without: both,
    },
    {
      what: "a refund, row and all, to another card",
      statements: () => [
        refundRow("txn_new", done(), 2 * USD, { card_id: secondId }),
        counted(done(), 2),
        refunded("txn_new", 2 * USD, cardAccount(secondId)),
      ],
      without: both,
    },
    {
      what: "a refund of what is not settled",
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
      what: "a refund that is not counted",
      statements: () => [refundRow("txn_new", done(), 2 * USD), refunded("txn_new", 2 * USD)],
      without: dropTriggers(sum),
    },
    {
      what: "a refund counted twice",
      statements: () => [counted(partly(), 8)],
      without: dropTriggers(sum),
    },
    {
      what: "a refund counted no more",
      statements: () => [
        counted(partly(), 0),
        refundRow("txn_new", partly(), 4 * USD),
        refunded("txn_new", 4 * USD),
        counted(partly(), 4),
      ],
      without: dropTriggers(sum),
    },
  ]);

  test("more than was paid, even in parts", async () => {
    const statements = [
      refundRow("txn_new", partly(), 7 * USD),
      counted(partly(), 11),
      refunded("txn_new", 7 * USD),
    ];
    await refusedToBoth(statements, "23514");
    const after = dropConstraints("card_transactions card_transactions_amounts");
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });

  test("the rest goes through", async () => {
    const statements = [
      refundRow("txn_new", partly(), 6 * USD),
      counted(partly(), 10),
      refunded("txn_new", 6 * USD),
    ];
    expect(await attack({ role: "app", statements })).toBe("through");
  });
});

/** Ids of the world as they will be: tests are named before it is made. */
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

describe("amounts of a transaction", () => {
  test.each([
    ["a hold of less than the amount", "held_micro_usd = held_micro_usd - 1"],
    ["a hold below zero", "held_micro_usd = -1"],
    ["nothing held while authorised", "held_micro_usd = 0, amount_micro_usd = 0"],
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
  ])("what it was made with is fixed: %s", async (changes) => {
    await refusedToBoth([set(world.declined, changes)]);
    const after = dropTriggers("card_transactions fixed_terms");
    if (!/^id|^category/.test(changes))
      expect(await attack({ role: "app", statements: [set(world.declined, changes)], after })).toBe(
        "through",
      );
  });
});

describe("a terminated card has nothing to spend", () => {
  const end = (id: string) =>
    `UPDATE cards SET status = 'terminated', terminated_at = now() WHERE id = '${id}'`;
  const funding = (id: string, source = "txn_new"): Journal => ({
    type: "card_funding",
    source,
    partnerId: world.partnerId,
    legs: [
      [world.wallet, -5],
      [cardAccount(id), 5],
    ],
  });
  const liquidation = (id: string): Journal => ({
    type: "liquidation",
    source: "txn_new2",
    partnerId: world.partnerId,
    legs: [
      [cardAccount(id), -5],
      [world.wallet, 5],
    ],
  });
  const fund = (id: string, source?: string) => post(funding(id, source));

  refuses([
    {
      what: "terminating a card that has money",
      statements: () => [end(secondId)],
      without: dropTriggers("cards terminated_is_empty"),
    },
    {
      what: "money for a terminated card",
      statements: () => [fund(terminatedId)],
      without: dropTriggers("ledger.accounts terminated_is_empty"),
    },
    {
      what: "money for a card in the transaction that terminates it",
      statements: () => [end(emptyId), fund(emptyId)],
      without: dropTriggers("cards terminated_is_empty", "ledger.accounts terminated_is_empty"),
    },
    {
      what: "money for a terminated card that leaves it by a later posting alone",
      statements: () => [fund(terminatedId), post(liquidation(terminatedId))],
      without: dropTriggers("ledger.accounts terminated_is_empty"),
    },
  ]);

  test("an empty one may be terminated, and money may pass through it", async () => {
    expect(await attack({ role: "app", statements: [end(emptyId)] })).toBe("through");
    const passing = [post(funding(terminatedId), liquidation(terminatedId))];
    expect(await attack({ role: "app", statements: passing })).toBe("through");
  });

  test("terminated has a time, living has none", async () => {
    await refusedToBoth(
      [`UPDATE cards SET status = 'terminated' WHERE id = '${emptyId}'`],
      "23514",
    );
    await refusedToBoth(
      [`UPDATE cards SET terminated_at = now() WHERE id = '${emptyId}'`],
      "23514",
    );
  });

  describe("money and a termination at the same moment", () => {
    const CHECK_NOW = "SET CONSTRAINTS ALL IMMEDIATE";
    const terminatedWithMoney = async () =>
      (await audit()).find(({ name }) => name === "terminated-cards-empty")?.brokenRows;

    async function race(run: (money: Client, termination: Client, id: string) => Promise<void>) {
      const id = await makeCard(world.partner, { amountUsd: 5 });
      await clientOf(world.partner).withdraw({ serviceCardId: id, amount: 5, reference: "r" });
      const clients = [await ownerClient(), await ownerClient()] as const;
      try {
        for (const client of clients) await client.query("BEGIN");
        await run(...clients, id);
      } finally {
        for (const client of clients) await client.end();
      }
      expect(await terminatedWithMoney()).toEqual([]);
    }

    test("the termination waits for the money, sees it and is refused", async () => {
      await race(async (money, termination, id) => {
        await termination.query(end(id));
        await money.query(fund(id, `txn_${id}`));
        await money.query(CHECK_NOW);
        const refusal = expect(termination.query(CHECK_NOW)).rejects.toMatchObject({
          code: REFUSED,
        });
        await money.query("COMMIT");
        await refusal;
      });
    });

    test("the money waits for the termination, sees it and is refused", async () => {
      await race(async (money, termination, id) => {
        await termination.query(end(id));
        await termination.query(CHECK_NOW);
        const posted = money.query(fund(id, `txn_${id}`));
        const refusal = expect(posted).rejects.toMatchObject({ code: REFUSED });
        await termination.query("COMMIT");
        await refusal;
      });
    });
  });
});

describe("legal changes of state only", () => {
  test.each([
    ["cards", ["active", "frozen", "terminated"]],
    ["card_transactions", ["authorized", "declined", "reversed", "settled"]],
    ["users", ["pending", "pending_kyc", "approved", "denied"]],
  ])("%s", async (table, statuses) => {
    const allowed = await sql(
      "SELECT from_status || ' ' || to_status AS change FROM state_changes WHERE entity = $1",
      [table],
    );
    const changes = statuses.flatMap((from) =>
      statuses.filter((to) => to !== from).map((to) => [from, to]),
    );
    for (const [from, to] of changes.filter(
      (change) => !allowed.some((each) => each.change === change.join(" ")),
    )) {
      // The row is put into the state it leaves with the rules asleep.
      const after = [
        `ALTER TABLE ${table} DISABLE TRIGGER USER`,
        `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS card_transactions_held, DROP CONSTRAINT IF EXISTS card_transactions_declined, DROP CONSTRAINT IF EXISTS cards_terminated`,
        `UPDATE ${table} SET status = '${from}' WHERE id = (SELECT min(id) FROM ${table})`,
        `ALTER TABLE ${table} ENABLE TRIGGER legal_state`,
      ];
      const statements = [
        `UPDATE ${table} SET status = '${to}' WHERE id = (SELECT min(id) FROM ${table})`,
      ];
      expect([from, to, await attack({ role: "app", statements, after })]).toEqual([
        from,
        to,
        REFUSED,
      ]);
      const without = [...after, `ALTER TABLE ${table} DISABLE TRIGGER legal_state`];
      expect([from, to, await attack({ role: "app", statements, after: without })]).toEqual([
        from,
        to,
        "through",
      ]);
    }
  });

  test("a card begins active", async () => {
    const columns =
      "partner_id, user_id, card_name, currency, program, funding_type, first6, last4, number_sealed, cvv_sealed, expiry_sealed, issuer_card_id, billing_street, billing_city, billing_state, billing_postal_code, billing_country, created_at, version";
    const born = (status: string) =>
      `INSERT INTO cards (id, status, ${columns}) SELECT 'card_new', '${status}', ${columns} FROM cards WHERE id = '${world.cardId}'`;
    await refusedToBoth([born("frozen")]);
    expect(await attack({ role: "app", statements: [born("active")] })).toBe("through");
  });
});

test("fees and holds of nobody's: the network is paid by settlements alone", async () => {
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

describe("the parts of a hold are found in any collation", () => {
  const partly = () => [
    letGo(`${world.authorized}:1`, 5),
    set(world.authorized, `held_micro_usd = ${HELD - 5}, amount_micro_usd = ${HELD - 5}`),
  ];
  const collated = (name: string) =>
    `ALTER TABLE ledger.journals ALTER COLUMN source_id TYPE text COLLATE "${name}"`;

  test("as sources are compared byte by byte", async () => {
    const [column] = await sql(
      `SELECT collation_name FROM information_schema.columns
       WHERE table_schema = 'ledger' AND table_name = 'journals' AND column_name = 'source_id'`,
    );
    expect(column.collation_name).toBe("C");
    expect(await attack({ role: "app", statements: partly() })).toBe("through");
  });

  test("as a language orders ':' and ';' they would not be", async () => {
    const after = [collated("en-x-icu")];
    expect(await attack({ role: "app", statements: partly(), after })).toBe(REFUSED);
  });
});
