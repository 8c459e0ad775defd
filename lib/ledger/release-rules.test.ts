import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { attack, dropTriggers, insert, post } from "@/test/database/attack";
import { REFUSED } from "@/test/database/refuses";
import { approverId } from "@/test/fixtures/approvals";
import { holdDeposit } from "@/test/fixtures/held-deposits";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { SUSPENSE_ACCOUNT, walletAccount } from "./accounts";

const STALE = "PW001";
const USD = 1_000_000;
const ROW_SIDE = "deposit_releases release_has_its_journal";
const MONEY_SIDE = "ledger.journals journal_has_its_release";
const BOTH_SIDES = dropTriggers(ROW_SIDE, MONEY_SIDE);

let partnerId: string;
let otherId: string;
let held: string;
let credited: string;
let approver: string;
let auditor: string;
beforeAll(async () => {
  const partner = await makePartner();
  ({ partnerId } = partner);
  ({ partnerId: otherId } = await makePartner());
  held = (await holdDeposit(partner, 25)).id;
  await holdDeposit(partner, 100);
  [{ id: credited }] = await sql("SELECT id FROM deposits WHERE partner_id = $1", [partnerId]);
  approver = await approverId();
  auditor = (await makePerson({ role: "auditor" })).personId;
});
afterAll(endTests);

const row = (changes: Record<string, unknown> = {}) =>
  insert("deposit_releases", {
    deposit_id: held,
    partner_id: partnerId,
    person_id: approver,
    reason: "because",
    created_at: "now",
    ...changes,
  });
const money = ({ amount = 25 * USD, owner = partnerId, source = held } = {}) =>
  post({
    type: "deposit_release",
    source,
    partnerId: owner,
    legs: [
      [SUSPENSE_ACCOUNT, -amount],
      [walletAccount(owner), amount],
    ],
  });

describe("only a decision moves money out of suspense", () => {
  const attacks = [
    {
      what: "a journal without a decision",
      statements: () => [money()],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a decision without a journal",
      statements: () => [row()],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "a journal of more than the held amount",
      statements: () => [row(), money({ amount: 26 * USD })],
      without: BOTH_SIDES,
    },
    {
      what: "a journal of less than the held amount",
      statements: () => [row(), money({ amount: 24 * USD })],
      without: BOTH_SIDES,
    },
    {
      what: "another partner's wallet",
      statements: () => [row({ partner_id: otherId }), money({ owner: otherId })],
      without: BOTH_SIDES,
    },
    {
      what: "a wallet that the decision does not name",
      statements: () => [row(), money({ owner: otherId })],
      without: BOTH_SIDES,
    },
    {
      what: "a release of a deposit that was never held",
      statements: () => [
        row({ deposit_id: credited }),
        money({ source: credited, amount: 100 * USD }),
      ],
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

  test("refuses a credit of a card, by the rules of journals", async () => {
    const [{ card_id: cardId }] = await sql("SELECT card_id FROM deposits WHERE id = $1", [held]);
    const toCard = money().replaceAll(walletAccount(partnerId), `card:${cardId}`);
    expect(await attack({ role: "app", statements: [row(), toCard] })).toBe(REFUSED);
  });

  test("refuses a journal that moves a credited deposit to suspense", async () => {
    const statements = [
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
      }),
      post({
        type: "deposit",
        source: "base-sepolia:0xnew:0",
        partnerId,
        legs: [
          ["custody:base-sepolia:usdc", -USD],
          [SUSPENSE_ACCOUNT, USD],
        ],
      }),
    ];
    expect(await attack({ role: "app", statements })).toBe(REFUSED);
  });
});

test("accepts a decision with its journal, in either order", async () => {
  expect(await attack({ role: "app", statements: [row(), money()] })).toBe("through");
  expect(await attack({ role: "app", statements: [money(), row()] })).toBe("through");
});

test("refuses a decision of a person who is not allowed to decide", async () => {
  const statements = [row({ person_id: auditor }), money()];
  expect(await attack({ role: "app", statements })).toBe(STALE);
  const after = dropTriggers("deposit_releases legal_release");
  expect(await attack({ role: "app", statements, after })).toBe("through");
});

describe("a transfer that a reorganization removed", () => {
  const alert = (changes: Record<string, unknown> = {}) =>
    insert("alerts", {
      id: newId("alr"),
      kind: "deposit_orphaned",
      subject: held,
      text: "It is gone.",
      opened_at: "now",
      ...changes,
    });
  const byPerson = () => ({ closed_at: "now", closed_by: approver, close_reason: "It is gone." });

  test.each([
    { while: "its alert is open", gone: () => [alert()] },
    { while: "a person closed its alert", gone: () => [alert(byPerson())] },
    {
      while: "it is gone once more",
      gone: () => [alert({ closed_at: "now" }), alert()],
    },
  ])("is not credited while $while", async ({ gone }) => {
    const statements = [...gone(), row(), money()];
    for (const role of ["app", "owner"] as const)
      expect(await attack({ role, statements })).toBe(STALE);
    expect(await attack({ role: "app", statements, after: BOTH_SIDES })).toBe("through");
  });

  test.each([
    { when: "the service closed its alert", other: () => alert({ closed_at: "now" }) },
    {
      when: "the transfer was found again after a person closed its alert",
      other: () => alert({ ...byPerson(), ended_at: "now" }),
    },
    { when: "another deposit is gone", other: () => alert({ subject: credited }) },
    { when: "it is held with an alert", other: () => alert({ kind: "deposit_replaced" }) },
  ])("is credited when $when", async ({ other }) => {
    expect(await attack({ role: "app", statements: [other(), row(), money()] })).toBe("through");
  });
});

test("two rules refuse a second release of a deposit: that of decisions and that of journals", async () => {
  const twice = [row(), money(), row(), money()];
  const rows = "ALTER TABLE deposit_releases DROP CONSTRAINT deposit_releases_pkey";
  const journals = "DROP INDEX ledger.journals_type_source_id_key";
  expect(await attack({ role: "app", statements: twice })).toBe("23505");
  expect(await attack({ role: "app", statements: twice, after: [rows] })).toBe("23505");
  expect(await attack({ role: "app", statements: twice, after: [journals] })).toBe("23505");
  expect(await attack({ role: "app", statements: twice, after: [rows, journals] })).toBe("through");
});

test("a decision cannot be changed", async () => {
  for (const statement of [
    "DELETE FROM deposit_releases",
    "UPDATE deposit_releases SET reason = 'another'",
  ]) {
    expect(await attack({ role: "app", statements: [row(), money(), statement] })).toBe("42501");
    expect(await attack({ role: "owner", statements: [row(), money(), statement] })).toBe(REFUSED);
  }
});
