import { describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { attack, dropTriggers, ownerClient, postUnlisted } from "@/test/database/attack";
import { doneOrWaiting } from "@/test/database/done-or-waiting";
import {
  CHECK,
  CUSTODY,
  cardId,
  cardLegs,
  cardRow,
  confirm,
  journal,
  type Legs,
  legsJson,
  listed,
  other,
  otherPartnerId,
  payment,
  request,
  STALE,
  USD,
  walletLegs,
} from "@/test/database/posting-attack";
import { REFUSED, refuses } from "@/test/database/refuses";
import { sql } from "@/test/fixtures/make";
import { walletAccount } from "./accounts";

describe("a request has only legs that its kind allows", () => {
  const legal = dropTriggers("operator_postings legal_request");
  const attacks: [string, () => string][] = [
    [
      "an account that the kind does not allow",
      () =>
        request([
          ["payout", -5],
          ["adjustments", 5],
        ]),
    ],
    [
      "a direction that the kind does not allow",
      () =>
        payment({
          legs: legsJson([
            ["network", 5],
            ["bank", -5],
          ]),
        }),
    ],
    [
      "a sum other than zero",
      () =>
        payment({
          legs: legsJson([
            ["network", -5],
            ["bank", 6],
          ]),
        }),
    ],
    ["one leg", () => payment({ legs: "[]" })],
    [
      "more legs than the kind allows",
      () =>
        payment({
          legs: legsJson([
            ["network", -6],
            ["bank", 5],
            [CUSTODY, 1],
          ]),
        }),
    ],
    [
      "an account twice",
      () =>
        request([
          ["adjustments", -5],
          ["adjustments", 5],
        ]),
    ],
    [
      "another partner's wallet",
      () =>
        request([
          [walletAccount(otherPartnerId), 5],
          ["adjustments", -5],
        ]),
    ],
    ["a card that the request does not name", () => request(cardLegs())],
    ["a wallet without its partner", () => request(walletLegs(), { partner_id: null })],
  ];

  test.each(attacks)("refuses %s", async (_, statement) => {
    expect(await attack({ role: "app", statements: [statement()] })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements: [statement()] })).toBe(REFUSED);
    expect(await attack({ role: "app", statements: [statement()], after: legal })).toBe("through");
  });

  test("refuses a kind that is not an operator posting", async () => {
    const other = request(walletLegs(), { kind: "deposit" });
    expect(await attack({ role: "app", statements: [other], after: legal })).toBe("23503");
  });
});

test.each([
  ["fees", "fee_withdrawal"],
  ["capital", "capital_withdrawal"],
])("refuses to withdraw more of %s than its balance, by one rule only", async (account, kind) => {
  const [{ total }] = await sql(
    "SELECT coalesce(sum(amount_micro_usd), 0)::int AS total FROM ledger.entries WHERE account_id = $1",
    [account],
  );
  const taken = (amount: number) => {
    const legs: Legs = [
      [account, -amount],
      ["bank", amount],
    ];
    return [request(legs, { kind, partner_id: null }), confirm(), journal(legs, kind)];
  };
  if (total > 0) expect(await attack({ role: "app", statements: taken(total) })).toBe("through");
  const statements = taken(total + 1);
  expect(await attack({ role: "app", statements })).toBe(STALE);
  const after = dropTriggers("operator_postings not_below_zero");
  expect(await attack({ role: "app", statements, after })).toBe("through");
});

/** The statements of an operator posting with the reference of a chain transaction. */
const sent = (id: string, reference: string, account = CUSTODY, usd = 5) => {
  const legs: Legs = [
    ["network", -usd],
    [account, usd],
  ];
  const stored = legs.map(([each, amount]) => ({
    ...{ account: each, amount: String(amount) },
    ...(each === account && { reference }),
  }));
  const decided = `UPDATE operator_postings SET status = 'posted', decided_by = '${other}', decided_at = now() WHERE id = '${id}'`;
  return [
    payment({ id, legs: JSON.stringify(stored) }),
    decided,
    postUnlisted({
      ...{ id: `jrn_${id}`, type: "network_payment", source: id, partnerId: null },
      legs,
    }),
  ];
};

test("a chain transaction can be posted once per account, by one rule only", async () => {
  const [first, second] = [newId("pst"), newId("pst")];
  const twice = [...sent(first, "0xAB"), ...sent(second, "0xab")];
  expect(await attack({ role: "app", statements: twice })).toBe(STALE);
  const after = dropTriggers("operator_postings one_booking_per_transaction");
  expect(await attack({ role: "app", statements: twice, after })).toBe("through");
  for (const different of [sent(second, "0xcd"), sent(second, "0xab", "bank")])
    expect(await attack({ role: "app", statements: [...sent(first, "0xAB"), ...different] })).toBe(
      "through",
    );
});

test("refuses a negative balance of a wallet or card, and a credit of a terminated card", async () => {
  const over = 2_000 * USD;
  const wallet = [request(walletLegs(-over)), confirm(), journal(walletLegs(-over)), listed(-over)];
  expect(await attack({ role: "app", statements: wallet })).toBe(CHECK);
  const card = [
    request(cardLegs(-over), { card_id: cardId }),
    confirm(),
    cardRow({ amount_micro_usd: over, type: "withdrawal", status: "settled" }),
    journal(cardLegs(-over)),
  ];
  expect(await attack({ role: "app", statements: card })).toBe(CHECK);
});

describe("a card's correction and its card transaction agree", () => {
  const asked = () => request(cardLegs(), { card_id: cardId });
  const ofJournals = dropTriggers("ledger.journals correction_is_listed");
  const ofRows = dropTriggers("card_transactions correction_has_its_journal");
  refuses([
    {
      what: "a correction without a row",
      statements: () => [asked(), confirm(), journal(cardLegs())],
      without: ofJournals,
    },
    {
      what: "a row without a journal",
      statements: () => [cardRow()],
      without: ofRows,
    },
    {
      what: "a row without a posting",
      statements: () => [cardRow({ reference: null })],
      without: ofRows,
    },
    {
      what: "a row with another amount",
      statements: () => [
        asked(),
        confirm(),
        cardRow({ amount_micro_usd: 6 * USD }),
        journal(cardLegs()),
      ],
      without: [...ofJournals, ...ofRows],
    },
    {
      what: "a row that shows a credit as a debit",
      statements: () => [
        asked(),
        confirm(),
        cardRow({ type: "withdrawal", status: "settled" }),
        journal(cardLegs()),
      ],
      without: [...ofJournals, ...ofRows],
    },
  ]);

  test("refuses two rows of one posting", async () => {
    const twice = [
      asked(),
      confirm(),
      cardRow(),
      cardRow({ id: "txn_posting_2" }),
      journal(cardLegs()),
    ];
    expect(await attack({ role: "app", statements: twice })).toBe("23505");
  });
});

test("of two concurrent postings the second one is checked after the first is committed", async () => {
  const [one, two] = [await ownerClient(), await ownerClient()];
  try {
    // Of other amounts, as two equal requests would already wait for each other.
    for (const [client, usd] of [
      [one, 5],
      [two, 6],
    ] as const) {
      await client.query("BEGIN; SET LOCAL ROLE partner_wallet_app");
      for (const statement of sent(newId("pst"), "0xaa", CUSTODY, usd))
        await client.query(statement);
    }
    await one.query("SET CONSTRAINTS ALL IMMEDIATE");
    const second = two.query("SET CONSTRAINTS ALL IMMEDIATE").then(
      () => "through",
      (error) => error.code,
    );
    await doneOrWaiting(second);
    await one.query("COMMIT");
    expect(await second).toBe(STALE);
  } finally {
    await Promise.all([one.end(), two.end()]);
  }
});
