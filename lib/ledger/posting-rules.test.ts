import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import {
  attack,
  dropConstraints,
  dropTriggers,
  insert,
  listedRow,
  ownerClient,
  postUnlisted,
} from "@/test/database/attack";
import { doneOrWaiting } from "@/test/database/done-or-waiting";
import { REFUSED, refuses } from "@/test/database/refuses";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { cardAccount, walletAccount } from "./accounts";

const STALE = "PW001";
const CHECK = "23514";
const USD = 1_000_000;
const DAY_MS = 86_400_000;
const ID = newId("pst");
const JOURNAL = "jrn_posting_attack";
const CUSTODY = "custody:base-sepolia:usdc";
const MONEY_SIDE = "ledger.journals journal_has_its_posting";
const ROW_SIDE = "operator_postings posting_has_its_journal";
const TWO_PEOPLE = dropConstraints("operator_postings operator_postings_two_people");
const BOTH_SIDES = dropTriggers(ROW_SIDE, MONEY_SIDE);

let one: string;
let other: string;
let approver: string;
let partnerId: string;
let otherPartnerId: string;
let cardId: string;
beforeAll(async () => {
  one = (await makePerson()).personId;
  other = (await makePerson()).personId;
  approver = (await makePerson({ role: "approver" })).personId;
  const partner = await makePartner({ balanceUsd: 1_000 });
  ({ partnerId } = partner);
  cardId = await makeCard(partner, { amountUsd: 50 });
  ({ partnerId: otherPartnerId } = await makePartner());
});
afterAll(endTests);

type Legs = [account: string, amount: number][];
type Changes = Record<string, unknown>;

const now = Date.now();
const iso = (offsetMs: number) => new Date(now + offsetMs).toISOString();
const legsJson = (legs: Legs) =>
  JSON.stringify(legs.map(([account, amount]) => ({ account, amount: String(amount) })));
const walletLegs = (amount = 5 * USD): Legs => [
  [walletAccount(partnerId), amount],
  ["adjustments", -amount],
];
const cardLegs = (amount = 5 * USD): Legs => [
  [cardAccount(cardId), amount],
  ["adjustments", -amount],
];
const paymentLegs = (amount = 5 * USD): Legs => [
  ["network", -amount],
  ["bank", amount],
];

const request = (legs: Legs, changes: Changes = {}) =>
  insert("operator_postings", {
    id: ID,
    kind: "correction",
    status: "pending",
    partner_id: partnerId,
    card_id: null,
    legs: legsJson(legs),
    reason: "because",
    requested_by: one,
    created_at: iso(-DAY_MS),
    expires_at: iso(DAY_MS),
    ...changes,
  });
const payment = (changes: Changes = {}) =>
  request(paymentLegs(), { kind: "network_payment", partner_id: null, ...changes });
const decide = (status: string, by: string) =>
  `UPDATE operator_postings SET status = '${status}', decided_by = '${by}', decided_at = now() WHERE id = '${ID}'`;
const confirm = () => decide("posted", other);
const journal = (legs: Legs, type = "correction", changes: { partnerId?: string | null } = {}) =>
  postUnlisted({
    id: JOURNAL,
    type,
    source: ID,
    partnerId: type === "correction" ? partnerId : null,
    legs,
    ...changes,
  });
const paid = (legs = paymentLegs()) => journal(legs, "network_payment");
const listed = (amount = 5 * USD) => listedRow({ journalId: JOURNAL, partnerId, amount });
const cardRow = (changes: Changes = {}) =>
  insert("card_transactions", {
    id: "txn_posting_attack",
    partner_id: partnerId,
    card_id: cardId,
    category: "correction",
    amount_micro_usd: 5 * USD,
    currency: "USD",
    status: "reversed",
    type: "refund",
    description: "attack",
    merchant_name: "",
    merchant_country: "",
    reference: ID,
    created_at: "now",
    version: 1,
    ...changes,
  });

describe("goes through", () => {
  test("what one administrator requested and another confirmed, in either order", async () => {
    expect(await attack({ role: "app", statements: [payment(), confirm(), paid()] })).toBe(
      "through",
    );
    expect(await attack({ role: "app", statements: [payment(), paid(), confirm()] })).toBe(
      "through",
    );
    const wallet = [request(walletLegs()), confirm(), journal(walletLegs()), listed()];
    expect(await attack({ role: "app", statements: wallet })).toBe("through");
    const card = [
      request(cardLegs(), { card_id: cardId }),
      confirm(),
      cardRow(),
      journal(cardLegs()),
    ];
    expect(await attack({ role: "app", statements: card })).toBe("through");
  });
});

describe("two administrators count as one, and their posting is refused, when", () => {
  const statements = () => [payment(), confirm(), paid()];
  const change = (set: string, id: string) => `UPDATE people SET ${set} WHERE id = '${id}'`;

  test.each([
    ["one let the other in", () => change(`sponsor_id = '${one}'`, other)],
    ["the one who requests was let in by the other", () => change(`sponsor_id = '${other}'`, one)],
    [
      "the one who confirms became one after the request",
      () => change("role_since = now() + interval '1 day'", other),
    ],
    [
      "the one who confirms does not count yet",
      () => change("approves_from = now() + interval '1 day'", other),
    ],
  ])("%s", async (_, before) => {
    const after = [before()];
    expect(await attack({ role: "app", statements: statements(), after })).toBe(STALE);
  });
});

describe("money moves by two people's decisions alone: refused is", () => {
  refuses([
    {
      what: "a journal without a request",
      statements: () => [paid()],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a journal of a request that is pending",
      statements: () => [payment(), paid()],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a journal of a request that is rejected",
      statements: () => [payment(), decide("rejected", other), paid()],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a posting without its journal",
      statements: () => [payment(), confirm()],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "another amount than was requested",
      statements: () => [payment(), confirm(), paid(paymentLegs(6 * USD))],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "another account than was requested",
      statements: () => [
        payment(),
        confirm(),
        paid([
          ["network", -5 * USD],
          [CUSTODY, 5 * USD],
        ]),
      ],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a journal of another kind than was requested",
      statements: () => [
        request(
          [
            ["adjustments", -5 * USD],
            ["bank", 5 * USD],
          ],
          { kind: "service_correction", partner_id: null },
        ),
        confirm(),
        journal(
          [
            ["adjustments", -5 * USD],
            ["bank", 5 * USD],
          ],
          "correction",
          { partnerId: null },
        ),
      ],
      without: BOTH_SIDES,
    },
    {
      what: "a request that begins as posted",
      statements: () => [
        payment({ status: "posted", decided_by: other, decided_at: "now" }),
        paid(),
      ],
      without: dropTriggers("operator_postings first_state", "operator_postings legal_request"),
    },
    {
      what: "a request that changes before it is confirmed",
      statements: () => [
        payment(),
        `UPDATE operator_postings SET legs = '${legsJson(paymentLegs(6 * USD))}'`,
        confirm(),
        paid(paymentLegs(6 * USD)),
      ],
      without: dropTriggers("operator_postings fixed_terms"),
    },
    {
      what: "a decision that changes afterwards",
      statements: () => [
        payment(),
        confirm(),
        paid(),
        "UPDATE operator_postings SET decision_reason = 'another'",
      ],
      without: dropTriggers("operator_postings fixed_terms"),
    },
    {
      what: "a status that goes back",
      statements: () => [
        payment(),
        decide("rejected", other),
        "UPDATE operator_postings SET status = 'pending', decided_by = NULL, decided_at = NULL",
      ],
      without: dropTriggers("operator_postings legal_state", "operator_postings fixed_terms"),
    },
  ]);
});

describe("two different administrators", () => {
  const byItself = (statements: string[]) => attack({ role: "app", statements });

  test("who requested it does not confirm or reject it, and nobody else cancels it", async () => {
    const selfConfirmed = [payment(), decide("posted", one), paid()];
    expect(await byItself(selfConfirmed)).toBe(STALE);
    expect(await byItself([payment(), decide("rejected", one)])).toBe(CHECK);
    expect(await byItself([payment(), decide("cancelled", other)])).toBe(CHECK);
    const byNobody = [payment(), "UPDATE operator_postings SET status = 'posted'", paid()];
    expect(await byItself(byNobody)).toBe(STALE);
    // Two rules hold it: one counts two administrators, the other one compares them.
    const uncounted = dropTriggers("operator_postings legal_decision");
    const after = [...TWO_PEOPLE, ...uncounted];
    expect(await attack({ role: "app", statements: selfConfirmed, after: TWO_PEOPLE })).toBe(STALE);
    expect(await attack({ role: "app", statements: selfConfirmed, after: uncounted })).toBe(CHECK);
    expect(await attack({ role: "app", statements: byNobody, after: uncounted })).toBe(CHECK);
    expect(await attack({ role: "app", statements: selfConfirmed, after })).toBe("through");
  });

  test("an approver neither requests nor confirms nor rejects", async () => {
    const requests = [payment({ requested_by: approver }), confirm(), paid()];
    const confirms = [payment(), decide("posted", approver), paid()];
    expect(await byItself(requests)).toBe(STALE);
    expect(await byItself(confirms)).toBe(STALE);
    expect(await byItself([payment(), decide("rejected", approver)])).toBe(STALE);
    const legalRequest = dropTriggers("operator_postings legal_request");
    const legalDecision = dropTriggers("operator_postings legal_decision");
    expect(await attack({ role: "app", statements: confirms, after: legalDecision })).toBe(
      "through",
    );
    // Who requested it is looked at again when it is confirmed.
    expect(await attack({ role: "app", statements: requests, after: legalRequest })).toBe(STALE);
    const after = [...legalRequest, ...legalDecision];
    expect(await attack({ role: "app", statements: requests, after })).toBe("through");
  });

  test("a request that has expired is not posted", async () => {
    const expired = payment({ created_at: iso(-2 * DAY_MS), expires_at: iso(-DAY_MS) });
    const statements = [expired, confirm(), paid()];
    expect(await byItself(statements)).toBe(STALE);
    const after = dropTriggers("operator_postings legal_decision");
    expect(await attack({ role: "app", statements, after })).toBe("through");
    expect(await byItself([expired, decide("rejected", other)])).toBe("through");
    expect(await byItself([payment({ expires_at: iso(31 * DAY_MS) })])).toBe(CHECK);
  });

  test("the time of the decision counts, not that of the commit", async () => {
    const decidedAt = (offsetMs: number) =>
      confirm().replace("decided_at = now()", `decided_at = '${iso(offsetMs)}'`);
    const expired = payment({ created_at: iso(-2 * DAY_MS), expires_at: iso(-DAY_MS) });
    expect(await byItself([expired, decidedAt(-DAY_MS - 1), paid()])).toBe("through");
    expect(await byItself([expired, decidedAt(-DAY_MS), paid()])).toBe(STALE);
    expect(await byItself([payment(), decidedAt(DAY_MS), paid()])).toBe(STALE);
  });
});

describe("a request has legs that its kind may have: refused is", () => {
  const legal = dropTriggers("operator_postings legal_request");
  const attacks: [string, () => string][] = [
    [
      "an account that the kind may not touch",
      () =>
        request([
          ["payout", -5],
          ["adjustments", 5],
        ]),
    ],
    [
      "a direction that it may not have",
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
      "more legs than the kind has",
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

  test.each(attacks)("%s", async (_, statement) => {
    expect(await attack({ role: "app", statements: [statement()] })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements: [statement()] })).toBe(REFUSED);
    expect(await attack({ role: "app", statements: [statement()], after: legal })).toBe("through");
  });

  test("a kind that is no operator posting", async () => {
    const other = request(walletLegs(), { kind: "deposit" });
    expect(await attack({ role: "app", statements: [other], after: legal })).toBe("23503");
  });
});

test.each([
  ["fees", "fee_withdrawal"],
  ["capital", "capital_withdrawal"],
])(
  "no more of %s is taken out than there is: by that rule, and by no other",
  async (account, kind) => {
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
  },
);

/** The statements of a posting that two administrators decide, with the reference of a chain transaction. */
const sent = (id: string, reference: string, account = CUSTODY) => {
  const legs: Legs = [
    ["network", -5],
    [account, 5],
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

test("a chain transaction is booked once in an account: by that rule, and by no other", async () => {
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

test("a wallet and a card are never taken below zero, nor is a terminated card credited", async () => {
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

describe("a card's correction stands in the card's list as it moved: refused is", () => {
  const asked = () => request(cardLegs(), { card_id: cardId });
  const ofJournals = dropTriggers("ledger.journals correction_is_listed");
  const ofRows = dropTriggers("card_transactions correction_has_its_journal");
  refuses([
    {
      what: "one that is not listed",
      statements: () => [asked(), confirm(), journal(cardLegs())],
      without: ofJournals,
    },
    {
      what: "a line that nothing moved",
      statements: () => [cardRow()],
      without: ofRows,
    },
    {
      what: "a line without a posting",
      statements: () => [cardRow({ reference: null })],
      without: ofRows,
    },
    {
      what: "a line of another amount",
      statements: () => [
        asked(),
        confirm(),
        cardRow({ amount_micro_usd: 6 * USD }),
        journal(cardLegs()),
      ],
      without: [...ofJournals, ...ofRows],
    },
    {
      what: "a credit that is listed as a debit",
      statements: () => [
        asked(),
        confirm(),
        cardRow({ type: "withdrawal", status: "settled" }),
        journal(cardLegs()),
      ],
      without: [...ofJournals, ...ofRows],
    },
  ]);

  test("two lines of one posting", async () => {
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

test("one request is posted once", async () => {
  const twice = [
    payment(),
    confirm(),
    paid(),
    postUnlisted({ type: "network_payment", source: ID, partnerId: null, legs: paymentLegs() }),
  ];
  expect(await attack({ role: "app", statements: twice })).toBe("23505");
});

test("what was requested stays, and the kinds are the migrations' alone", async () => {
  expect(
    await attack({ role: "app", statements: [payment(), "DELETE FROM operator_postings"] }),
  ).toBe("42501");
  expect(
    await attack({ role: "owner", statements: [payment(), "DELETE FROM operator_postings"] }),
  ).toBe(REFUSED);
  for (const statement of [
    "INSERT INTO operator_posting_kinds VALUES ('deposit', 2)",
    "UPDATE operator_posting_kinds SET max_legs = 9",
  ])
    expect(await attack({ role: "app", statements: [statement] })).toBe("42501");
});

test("of two postings that are committed at once, the second one sees the first", async () => {
  const [one, two] = [await ownerClient(), await ownerClient()];
  try {
    for (const [client, id] of [
      [one, newId("pst")],
      [two, newId("pst")],
    ] as const) {
      await client.query("BEGIN; SET LOCAL ROLE partner_wallet_app");
      for (const statement of sent(id, "0xaa")) await client.query(statement);
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
