import { afterAll, beforeAll } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { cardAccount, walletAccount } from "@/lib/ledger/accounts";
import { endTests, makeCard, makePartner } from "../fixtures/make";
import { makePerson } from "../fixtures/people";
import { dropConstraints, dropTriggers, insert, listedRow, postUnlisted } from "./attack";

/**
 * SQL statements of an operator posting that bypass the application: its request, its decision and its journal.
 * Importing this module creates two administrators, an approver and two partners before the tests of the file.
 */
export const STALE = "PW001";
export const CHECK = "23514";
export const USD = 1_000_000;
export const ID = newId("pst");
export const JOURNAL = "jrn_posting_attack";
export const CUSTODY = "custody:base-sepolia:usdc";
export const MONEY_SIDE = "ledger.journals journal_has_its_posting";
export const ROW_SIDE = "operator_postings posting_has_its_journal";
export const TWO_PEOPLE = dropConstraints("operator_postings operator_postings_two_people");
export const BOTH_SIDES = dropTriggers(ROW_SIDE, MONEY_SIDE);

export let one: string;
export let other: string;
export let approver: string;
export let partnerId: string;
export let otherPartnerId: string;
export let cardId: string;
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

export type Legs = [account: string, amount: number][];
export type Changes = Record<string, unknown>;

const now = Date.now();
export const iso = (offsetMs: number) => new Date(now + offsetMs).toISOString();
export const legsJson = (legs: Legs) =>
  JSON.stringify(legs.map(([account, amount]) => ({ account, amount: String(amount) })));
export const walletLegs = (amount = 5 * USD): Legs => [
  [walletAccount(partnerId), amount],
  ["adjustments", -amount],
];
export const cardLegs = (amount = 5 * USD): Legs => [
  [cardAccount(cardId), amount],
  ["adjustments", -amount],
];
export const paymentLegs = (amount = 5 * USD): Legs => [
  ["network", -amount],
  ["bank", amount],
];

export const request = (legs: Legs, changes: Changes = {}) =>
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
export const payment = (changes: Changes = {}) =>
  request(paymentLegs(), { kind: "network_payment", partner_id: null, ...changes });
export const decide = (status: string, by: string) =>
  `UPDATE operator_postings SET status = '${status}', decided_by = '${by}', decided_at = now() WHERE id = '${ID}'`;
export const confirm = () => decide("posted", other);
export const journal = (
  legs: Legs,
  type = "correction",
  changes: { partnerId?: string | null } = {},
) =>
  postUnlisted({
    id: JOURNAL,
    type,
    source: ID,
    partnerId: type === "correction" ? partnerId : null,
    legs,
    ...changes,
  });
export const paid = (legs = paymentLegs()) => journal(legs, "network_payment");
export const listed = (amount = 5 * USD) => listedRow({ journalId: JOURNAL, partnerId, amount });
export const cardRow = (changes: Changes = {}) =>
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
