import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typeScriptArguments } from "@/bin/bootstrap/paths.mjs";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { WITHDRAWAL_STATUSES } from "@/lib/withdrawals/states";
import { dropConstraints, ownerClient } from "@/test/database/attack";
import { decidedDispute, openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { holdDeposit, releaseIn } from "@/test/fixtures/held-deposits";
import { type CardWorld, makeCardWorld, makeWithdrawal } from "@/test/fixtures/ledger-world";
import { endTests, makeCard } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { codeOf, makeOperator, makePerson, signedIn } from "@/test/fixtures/people";
import { postAs, postingsIn } from "@/test/fixtures/postings";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import { audit } from "./audit";
import { AUDIT_ORDERS } from "./audit-orders";
import { type AuditPlaces, auditPartOf } from "./audit-parts";
import { AUDIT_QUERIES } from "./audit-queries";
import { WHOLE } from "./audit-query";

const PART_ROWS = 25;
const NEVER = new Date("2099-01-01T00:00:00Z");
const NAMES = AUDIT_QUERIES.map(({ name }) => name);

let world: CardWorld;

/** Every kind of money movement, at least once. */
beforeAll(async () => {
  world = await makeCardWorld();
  const { partner, cardId } = world;
  for (const status of WITHDRAWAL_STATUSES) await makeWithdrawal(partner, status);
  await clientOf(partner).withdraw({ serviceCardId: cardId, amount: 20, reference: "r" });
  await clientOf(partner).authorize(cardId, { amount: 5, currency: "EUR" });
  await clientOf(partner).terminate(await makeCard(partner, { amountUsd: 30 }));
  await makeCard(partner, { fundingType: "crypto" });
  await userClientOf(partner).make();
  await holdDeposit(partner);
  const released = await holdDeposit(partner);
  const admin = await makePerson();
  const body = { reason: "because", totp: codeOf(admin) };
  await releaseIn(await signedIn(admin), released.id, body);
  await makePostings();
  await makeShortfall();
  await makeDisputes();
});

/** An open dispute, a won one, and a lost one whose credit was taken back. */
async function makeDisputes(): Promise<void> {
  const { partner } = world;
  const cardId = await makeCard(partner, { amountUsd: 20 });
  const opened = async () => openedDispute(partner, await settledPurchase(partner, cardId, 5));
  await opened();
  for (const outcome of ["won", "lost"]) await decidedDispute(partner, await opened(), outcome);
}

/** A card that owes a shortfall, from a network transaction with a hold, captures, a fee and a refund. */
async function makeShortfall(): Promise<void> {
  const cardId = await makeCard(world.partner, { amountUsd: 20 });
  const story = new NetworkStory(cardId, { merchantCurrency: "EUR" });
  await applyNetworkNotification(story.says(says.authorization(10), says.capture(5)));
  await applyNetworkNotification(story.says(says.refund(1), says.capture(40)));
}

/** A correction of a card, a correction of its wallet, and a payment to the network. */
async function makePostings(): Promise<void> {
  const { partnerId, cardId: serviceCardId } = world;
  const [ones, others] = [postingsIn(await makeOperator()), postingsIn(await makeOperator())];
  const correction = { kind: "correction", partnerId, against: "adjustments", amount: 3 };
  await postAs(ones, others, { ...correction, serviceCardId, direction: "credit" });
  await postAs(ones, others, { ...correction, direction: "debit" });
  await postAs(ones, others, { kind: "network_payment", paidFrom: "bank", amount: 2 });
  await postAs(ones, others, { kind: "capital_contribution", receivedAt: "bank", amount: 4 });
}
afterAll(endTests);

const TABLES = [
  "ledger.journals",
  "ledger.entries",
  "ledger.accounts",
  "wallet_transactions",
  "withdrawals",
  "deposits",
  "deposit_releases",
  "operator_postings",
  "sweeps",
  "payouts",
  "cards",
  "card_transactions",
  "network_transactions",
  "card_disputes",
  "users",
];
/** Drops every rule that protects the books, so that the audit alone must find the faults. */
const RULES_AWAY = [
  ...TABLES.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
  ...dropConstraints(
    "wallet_transactions wallet_transactions_journal",
    "ledger.entries entries_balance_after",
    "ledger.entries entries_running_balance",
    "ledger.accounts accounts_balance_not_negative",
    "card_transactions card_transactions_held",
    "card_transactions card_transactions_card",
    "card_transactions card_transactions_original",
    "card_transactions card_transactions_declined",
    "card_disputes card_disputes_decided",
    "card_disputes card_disputes_submitted",
    "card_disputes card_disputes_due",
    "card_disputes card_disputes_amount",
    "card_disputes card_disputes_card",
    "withdrawals withdrawals_steps",
    "withdrawals withdrawals_partner",
    "cards cards_terminated",
    "deposit_releases deposit_releases_deposit",
    "deposit_releases deposit_releases_partner",
    "operator_postings operator_postings_two_people",
  ),
  "DROP INDEX ledger.journals_type_source_id_key",
];

/** Begins a transaction without the rules. It ends with the connection, and with it everything that was broken. */
async function withoutRules(): Promise<Client> {
  const client = await ownerClient();
  await client.query("BEGIN");
  for (const rule of RULES_AWAY) await client.query(rule);
  return client;
}

/** The invariants that report a fault after a statement, which is rolled back. */
async function brokenBy(
  client: Client,
  statement: string,
  broken: (client: Client) => Promise<string[]>,
): Promise<string[]> {
  await client.query("SAVEPOINT unbroken");
  try {
    const { rowCount } = await client.query(statement);
    expect(rowCount).toBeGreaterThan(0);
    return await broken(client);
  } finally {
    await client.query("ROLLBACK TO unbroken");
  }
}

/** The invariants that report a fault of one part of a turn, whose parts are small and which has no newest rows. */
async function brokenInParts(client: Client, rows = PART_ROWS): Promise<string[]> {
  let places: AuditPlaces = {};
  const ended = new Set<string>();
  for (;;) {
    const parts = { places, rows, newSince: NEVER, startedAt: NEVER };
    const found = await auditPartOf(client, parts);
    const names = found.findings.filter(({ brokenRows }) => brokenRows.length > 0);
    if (names.length > 0) return names.map(({ name }) => name);
    for (const [name, { from }] of Object.entries(found.places))
      if (from === undefined) ended.add(name);
    if (ended.size === Object.keys(found.places).length) return [];
    places = found.places;
  }
}

async function broken(client: Client): Promise<string[]> {
  const names: string[] = [];
  for (const { name, text } of AUDIT_QUERIES) {
    const { rows } = await client.query(text(WHOLE));
    if (rows.length > 0) names.push(name);
  }
  return names;
}

const oneOf = (table: string, where = "true") =>
  `ctid = (SELECT ctid FROM ${table} WHERE ${where} LIMIT 1)`;
const entry = (where: string) => oneOf("ledger.entries", where);
/** Without the triggers that sum it and list it. */
const NEW_SWEEP = `INSERT INTO sweeps (id, chain, token, token_address, from_address, to_address, amount_micro_usd, authorization_nonce,
    valid_before, signature, status, created_at)
  VALUES ('swp_x', 'base', 'usdc', '0x1', '0x2', '0x3', 1, '0x4', 1, '', 'completed', now())`;
const transaction = (where: string) => oneOf("card_transactions", where);
/** SQL of the id of a settled purchase. */
const settled = (which: "min" | "max") =>
  `SELECT ${which}(id) FROM card_transactions WHERE category = 'authorization' AND status = 'settled'`;
const withdrawal = (where: string) => oneOf("withdrawals", where);

/** Statements that break each invariant, one at a time. */
const BREAKS: Record<string, string[]> = {
  "books-sum-to-zero": [
    `UPDATE ledger.entries SET amount_micro_usd = amount_micro_usd + 1 WHERE ${entry("true")}`,
    `DELETE FROM ledger.entries WHERE ${entry("account_id = 'network'")}`,
  ],
  "journals-whole": [
    `DELETE FROM ledger.entries WHERE ${entry("account_id = 'fees'")}`,
    `INSERT INTO ledger.journals SELECT 'jrn_x', type, 'x', partner_id, 2, created_at FROM ledger.journals LIMIT 1`,
    `UPDATE ledger.journals SET leg_count = 4 WHERE ${oneOf("ledger.journals")}`,
    `INSERT INTO ledger.entries SELECT journal_id, 9, 'network', amount_micro_usd, NULL, NULL, created_at FROM ledger.entries LIMIT 1`,
  ],
  "entries-in-their-books": [
    `UPDATE ledger.journals SET partner_id = 'ptn_x' WHERE ${oneOf("ledger.journals")}`,
    `UPDATE ledger.journals SET partner_id = NULL WHERE ${oneOf("ledger.journals")}`,
    `DELETE FROM ledger.journals WHERE ${oneOf("ledger.journals")}`,
    "DELETE FROM ledger.accounts WHERE id = 'fees'",
    `UPDATE ledger.entries SET created_at = created_at - interval '1 second' WHERE ${entry("true")}`,
  ],
  "entries-follow-rules": [
    `UPDATE ledger.journals SET type = 'refund' WHERE ${oneOf("ledger.journals", "type = 'card_funding'")}`,
    "UPDATE ledger.accounts SET kind = 'suspense' WHERE id = 'fees'",
    `UPDATE ledger.entries SET amount_micro_usd = -amount_micro_usd WHERE ${entry("account_id = 'fees'")}`,
  ],
  "balances-equal-entries": [
    "UPDATE ledger.accounts SET balance_micro_usd = balance_micro_usd + 1 WHERE id LIKE 'wallet:%'",
    "UPDATE ledger.accounts SET version = version + 1 WHERE id LIKE 'card:%'",
    "DELETE FROM ledger.entries WHERE account_id LIKE 'hold:%'",
  ],
  "entries-continue": [
    `UPDATE ledger.entries SET balance_after_micro_usd = balance_after_micro_usd + 1 WHERE ${entry("account_version = 2")}`,
    `DELETE FROM ledger.entries WHERE ${entry("account_version = 1 AND account_id LIKE 'wallet:%'")}`,
  ],
  "no-balance-below-zero": [
    "UPDATE ledger.accounts SET balance_micro_usd = -1 WHERE kind = 'card'",
  ],
  "no-past-balance-below-zero": [
    `UPDATE ledger.entries SET balance_after_micro_usd = -1 WHERE ${entry("account_version = 1")}`,
  ],
  "service-accounts-not-below-zero": [
    "UPDATE ledger.entries SET amount_micro_usd = -amount_micro_usd WHERE account_id = 'fees'",
    "DELETE FROM ledger.entries WHERE account_id = 'payout' AND amount_micro_usd > 0",
    "UPDATE ledger.entries SET amount_micro_usd = -amount_micro_usd WHERE account_id = 'capital'",
  ],
  "wallet-hours-equal-entries": [
    "INSERT INTO ledger.wallet_hours VALUES ('wallet:ptn_x', now(), 'deposit', 1, 5, 0)",
    "UPDATE ledger.wallet_hours_end SET ended_at = now()",
  ],
  "hours-equal-entries": [
    "INSERT INTO ledger.hours VALUES ('fees', now(), 5)",
    "UPDATE ledger.hours_end SET ended_at = now()",
  ],
  "wallets-exist": [
    `DELETE FROM ledger.accounts WHERE ${oneOf("ledger.accounts", "kind = 'wallet'")}`,
    "UPDATE ledger.accounts SET card_id = 'card_x' WHERE kind = 'wallet'",
  ],
  "accounts-of-cards-exist": [
    `DELETE FROM ledger.accounts WHERE ${oneOf("ledger.accounts", "kind = 'hold'")}`,
    "UPDATE ledger.accounts SET partner_id = 'ptn_x' WHERE kind = 'card'",
  ],
  "wallet-list-equals-wallet": [
    `DELETE FROM wallet_transactions WHERE ${oneOf("wallet_transactions")}`,
    `UPDATE wallet_transactions SET amount_micro_usd = amount_micro_usd + 1 WHERE ${oneOf("wallet_transactions")}`,
    `UPDATE wallet_transactions SET type = 'credit' WHERE ${oneOf("wallet_transactions", "type = 'debit'")}`,
    `UPDATE wallet_transactions SET partner_id = 'ptn_x' WHERE ${oneOf("wallet_transactions")}`,
    `UPDATE wallet_transactions SET journal_id = 'jrn_x' WHERE ${oneOf("wallet_transactions")}`,
    `UPDATE wallet_transactions SET category = 'liquidation' WHERE ${oneOf("wallet_transactions", "category = 'deposit'")}`,
    "UPDATE wallet_transactions SET category = 'correction_credit' WHERE category = 'correction_debit'",
  ],
  "withdrawals-have-their-journals": [
    `UPDATE withdrawals SET status = 'cancelled' WHERE ${withdrawal("status = 'pending'")}`,
    `UPDATE withdrawals SET status = 'failed' WHERE ${withdrawal("status = 'completed'")}`,
    `DELETE FROM withdrawals WHERE ${withdrawal("status = 'pending'")}`,
    `UPDATE ledger.journals SET source_id = 'wd_x' WHERE ${oneOf("ledger.journals", "type = 'withdrawal'")}`,
  ],
  "withdrawals-have-their-amounts": [
    `UPDATE withdrawals SET amount_micro_usd = amount_micro_usd + 1 WHERE ${withdrawal("status = 'cancelled'")}`,
    `UPDATE withdrawals SET fee_micro_usd = fee_micro_usd + 1 WHERE ${withdrawal("status = 'completed'")}`,
    `UPDATE withdrawals SET partner_id = 'ptn_x' WHERE ${withdrawal("status = 'pending'")}`,
  ],
  "payout-equals-open-withdrawals": [
    `UPDATE withdrawals SET amount_micro_usd = amount_micro_usd + 1 WHERE ${withdrawal("status = 'approved'")}`,
    `DELETE FROM ledger.entries WHERE ${entry("account_id = 'payout'")}`,
  ],
  "holds-equal-transactions": [
    `UPDATE card_transactions SET held_micro_usd = held_micro_usd - 1 WHERE ${transaction("status = 'authorized'")}`,
    `UPDATE card_transactions SET held_micro_usd = 1 WHERE ${transaction("status = 'settled'")}`,
    "UPDATE ledger.accounts SET balance_micro_usd = balance_micro_usd + 1 WHERE kind = 'hold'",
  ],
  "terminated-cards-empty": [
    `UPDATE cards SET status = 'terminated' WHERE id = (SELECT card_id FROM ledger.accounts WHERE kind = 'card' AND balance_micro_usd > 0 LIMIT 1)`,
  ],
  "card-transactions-have-their-journals": [
    `UPDATE card_transactions SET status = 'reversed' WHERE ${transaction("status = 'declined'")}`,
    `DELETE FROM card_transactions WHERE ${transaction("category = 'liquidation'")}`,
    `DELETE FROM card_transactions WHERE ${transaction("category = 'cross_border_fee'")}`,
    `DELETE FROM card_transactions WHERE ${transaction("category = 'reversal'")}`,
    `UPDATE card_transactions SET amount_micro_usd = amount_micro_usd + 1 WHERE ${transaction("category = 'reversal'")}`,
    `UPDATE card_transactions SET status = 'settled' WHERE ${transaction("category = 'reversal'")}`,
    `UPDATE card_transactions SET amount_micro_usd = amount_micro_usd + 1 WHERE ${transaction("category = 'card_withdrawal'")}`,
    `UPDATE card_transactions SET card_id = (SELECT max(id) FROM cards) WHERE ${transaction("category = 'refund'")}`,
    `UPDATE card_transactions SET partner_id = 'ptn_x' WHERE ${transaction("status = 'authorized'")}`,
    `UPDATE card_transactions SET status = 'declined' WHERE ${transaction("category = 'card_withdrawal'")}`,
    `UPDATE ledger.journals SET source_id = 'txn_x' WHERE ${oneOf("ledger.journals", "type = 'authorization'")}`,
    `UPDATE card_transactions SET type = 'purchase' WHERE ${transaction("category = 'refund'")}`,
    `UPDATE card_transactions SET type = 'refund' WHERE ${transaction("category = 'authorization' AND status = 'settled'")}`,
    `UPDATE card_transactions SET status = 'settled' WHERE ${transaction("category = 'refund'")}`,
  ],
  "authorizations-equal-journals": [
    `UPDATE card_transactions SET amount_micro_usd = amount_micro_usd + CASE id WHEN (${settled("max")}) THEN 1 ELSE -1 END
     WHERE id IN ((${settled("max")}), (${settled("min")}))`,
    `UPDATE card_transactions SET held_micro_usd = held_micro_usd - 1 WHERE ${transaction("status = 'authorized'")}`,
    `UPDATE ledger.journals SET source_id = (${settled("max")}) || ':9' WHERE type = 'settlement' AND source_id = (${settled("min")})`,
    `DELETE FROM card_transactions WHERE ${transaction("status = 'authorized'")}`,
  ],
  "refunds-counted": [
    `UPDATE card_transactions SET refunded_micro_usd = refunded_micro_usd + 1 WHERE ${transaction("refunded_micro_usd > 0")}`,
    `UPDATE card_transactions SET refunded_micro_usd = 0 WHERE ${transaction("refunded_micro_usd > 0")}`,
    `UPDATE card_transactions SET original_id = 'txn_x' WHERE ${transaction("category = 'refund'")}`,
    `UPDATE card_transactions SET status = 'reversed' WHERE ${transaction("refunded_micro_usd > 0")}`,
  ],
  "network-equals-settlements": [
    `UPDATE card_transactions SET amount_micro_usd = amount_micro_usd + 1 WHERE ${transaction("status = 'settled' AND category = 'authorization'")}`,
    `DELETE FROM ledger.entries WHERE ${entry("account_id = 'network'")}`,
    "UPDATE operator_postings SET status = 'rejected' WHERE kind = 'network_payment'",
  ],
  "shortfalls-of-cards": [
    "UPDATE cards SET shortfall_since = NULL WHERE shortfall_since IS NOT NULL",
    `UPDATE cards SET shortfall_since = now() WHERE ${oneOf("cards", "shortfall_since IS NULL")}`,
    "UPDATE ledger.accounts SET balance_micro_usd = 0 WHERE kind = 'card_shortfall'",
    `UPDATE ledger.accounts SET balance_micro_usd = 1
     WHERE id = (SELECT 'card:' || id FROM cards WHERE shortfall_since IS NOT NULL LIMIT 1)`,
  ],
  "shortfalls-have-their-cards": [
    "UPDATE ledger.entries SET account_id = 'card_shortfall:card_x' WHERE account_id LIKE 'card_shortfall:%'",
  ],
  "network-transactions-equal-rows": [
    "UPDATE network_transactions SET held_micro_usd = held_micro_usd + 1",
    "UPDATE network_transactions SET captured_micro_usd = captured_micro_usd + 1",
    "UPDATE network_transactions SET refunded_micro_usd = refunded_micro_usd + 1",
    "UPDATE network_transactions SET fee_micro_usd = fee_micro_usd + 1",
    `UPDATE network_transactions SET card_id = (SELECT id FROM cards WHERE shortfall_since IS NULL LIMIT 1)`,
    "UPDATE card_transactions SET network_transaction_id = NULL WHERE network_transaction_id IS NOT NULL",
  ],
  "disputes-equal-open-disputes": [
    "UPDATE card_disputes SET status = 'won' WHERE decided_at IS NULL",
    "UPDATE card_disputes SET amount_micro_usd = amount_micro_usd + 1 WHERE decided_at IS NULL",
    "DELETE FROM card_disputes WHERE decided_at IS NULL",
    `DELETE FROM ledger.entries WHERE ${entry("account_id = 'disputes'")}`,
  ],
  "disputes-have-their-journals": [
    "UPDATE card_disputes SET status = 'won' WHERE status = 'lost'",
    "UPDATE card_disputes SET status = 'lost' WHERE status = 'won'",
    "UPDATE card_disputes SET amount_micro_usd = amount_micro_usd + 1 WHERE status = 'lost'",
    "UPDATE card_disputes SET card_id = 'card_x' WHERE status = 'lost'",
    "UPDATE card_transactions SET amount_micro_usd = amount_micro_usd + 1 WHERE category = 'dispute' AND type = 'withdrawal'",
    "UPDATE card_transactions SET type = 'purchase' WHERE category = 'dispute' AND type = 'withdrawal'",
    "UPDATE card_transactions SET reference = 'dsp_x' WHERE category = 'dispute' AND type = 'withdrawal'",
    "UPDATE ledger.journals SET source_id = 'dsp_x' WHERE type = 'dispute_reversal'",
    "UPDATE ledger.journals SET type = 'dispute_won' WHERE type = 'dispute_reversal'",
  ],
  "credits-have-their-deposits": [
    `DELETE FROM deposits WHERE ${oneOf("deposits")}`,
    `UPDATE ledger.journals SET source_id = 'x' WHERE ${oneOf("ledger.journals", "type = 'deposit'")}`,
  ],
  "deposits-have-their-journals": [
    `UPDATE deposits SET amount_micro_usd = amount_micro_usd + 1 WHERE ${oneOf("deposits")}`,
    `UPDATE deposits SET partner_id = 'ptn_x' WHERE ${oneOf("deposits")}`,
    `UPDATE deposits SET ordinal = 7 WHERE ${oneOf("deposits")}`,
    `UPDATE deposits SET token = 'usdt' WHERE ${oneOf("deposits")}`,
    `UPDATE ledger.journals SET source_id = 'x' WHERE ${oneOf("ledger.journals", "type = 'deposit'")}`,
  ],
  "releases-have-their-journals": [
    "DELETE FROM deposit_releases",
    "UPDATE deposit_releases SET partner_id = 'ptn_x'",
    `UPDATE deposits SET amount_micro_usd = amount_micro_usd + 1 WHERE id IN (SELECT deposit_id FROM deposit_releases)`,
    `UPDATE ledger.journals SET source_id = 'x' WHERE type = 'deposit_release'`,
  ],
  "suspense-equals-held-deposits": [
    `DELETE FROM deposits WHERE partner_id IS NULL AND id NOT IN (SELECT deposit_id FROM deposit_releases)`,
    `DELETE FROM ledger.entries WHERE ${entry("account_id = 'suspense' AND amount_micro_usd < 0")}`,
    "DELETE FROM deposit_releases",
  ],
  "operator-postings-have-their-journals": [
    "DELETE FROM operator_postings WHERE kind = 'network_payment'",
    "UPDATE operator_postings SET status = 'rejected' WHERE kind = 'correction'",
    "UPDATE operator_postings SET decided_by = requested_by WHERE status = 'posted'",
    "UPDATE operator_postings SET partner_id = NULL WHERE kind = 'correction'",
    `UPDATE operator_postings SET legs = jsonb_set(legs, '{0,amount}', '"7"') WHERE kind = 'correction'`,
    `UPDATE operator_postings SET legs = jsonb_set(legs, '{1,account}', '"fees"') WHERE kind = 'correction'`,
    "UPDATE ledger.journals SET source_id = 'pst_x' WHERE type = 'network_payment'",
    "UPDATE ledger.journals SET type = 'network_payment' WHERE type = 'card_funding'",
  ],
  "corrections-are-listed": [
    `DELETE FROM card_transactions WHERE ${transaction("category = 'correction'")}`,
    `UPDATE card_transactions SET amount_micro_usd = amount_micro_usd + 1 WHERE ${transaction("category = 'correction'")}`,
    `UPDATE card_transactions SET type = 'withdrawal' WHERE ${transaction("category = 'correction'")}`,
    `UPDATE card_transactions SET reference = NULL WHERE ${transaction("category = 'correction'")}`,
    `UPDATE card_transactions SET partner_id = 'ptn_x' WHERE ${transaction("category = 'correction'")}`,
  ],
  "kyc-fee-once": [
    `INSERT INTO ledger.journals SELECT 'jrn_x', type, source_id, partner_id, leg_count, created_at FROM ledger.journals WHERE type = 'kyc_fee'`,
    `UPDATE ledger.journals SET source_id = 'usr_x' WHERE type = 'kyc_fee'`,
    `UPDATE ledger.journals SET partner_id = 'ptn_x' WHERE type = 'kyc_fee'`,
  ],
  "totals-equal-lists": [
    "UPDATE row_counts SET n = n + 1 WHERE kind = 'cards'",
    "UPDATE row_counts SET n = n + 1 WHERE kind = 'cards:active'",
    "DELETE FROM row_counts WHERE kind = 'users:approved'",
    "DELETE FROM row_counts WHERE kind = 'withdrawals:pending'",
    "DELETE FROM row_counts WHERE kind = 'webhook_events'",
    "INSERT INTO row_counts VALUES ('ptn_x', 'users', 0, 1)",
    `DELETE FROM card_transactions WHERE ${transaction("status = 'declined'")}`,
    "UPDATE users SET deleted_at = now(), email_key = NULL",
  ],
  "wallet-sums-equal-list": [
    "INSERT INTO wallet_sums VALUES ('ptn_x', 'epoch', 'deposit', 5)",
    "INSERT INTO wallet_hour_sums VALUES ('ptn_x', 'epoch', 'deposit', 5)",
    "INSERT INTO wallet_day_sums VALUES ('ptn_x', 'epoch', 'deposit', 5)",
    "UPDATE wallet_sums_end SET before_id = 'txn_z'",
  ],
  "card-sums-equal-list": [
    "INSERT INTO card_sums VALUES ('ptn_x', 15, 'epoch', 'spend', 1, 5)",
    "INSERT INTO card_day_sums VALUES ('ptn_x', 'epoch', 'card', 1, 0)",
    "UPDATE card_sums_end SET before_at = 'infinity'",
  ],
  "unswept-equal-deposits": [
    "UPDATE unswept_balances SET amount_micro_usd = amount_micro_usd - 1",
    "DELETE FROM unswept_balances",
    "INSERT INTO unswept_balances VALUES ('polygon', 'usdc', '0x1', 1)",
    `UPDATE deposits SET to_address = '0x1' WHERE ${oneOf("deposits")}`,
  ],
  "treasury-sums-equal-transfers": [
    "INSERT INTO treasury_sums VALUES ('polygon', '0x1', '0x2', 1)",
    NEW_SWEEP,
  ],
  "withdrawal-sums-equal-withdrawals": [
    "INSERT INTO withdrawal_sums VALUES ('ptn_x', date_trunc('minute', now()), 5)",
    "UPDATE withdrawal_sums SET amount_micro_usd = amount_micro_usd + 1",
    "DELETE FROM withdrawal_sums",
  ],
  "payout-sums-equal-withdrawals": [
    "INSERT INTO payout_sums VALUES ('ptn_x', '', date_trunc('minute', now()), 5)",
    "UPDATE payout_sums SET amount_micro_usd = amount_micro_usd + 1 WHERE address <> ''",
    "DELETE FROM payout_sums",
  ],
  "unplaced-sweeps-listed": [NEW_SWEEP],
  "unplaced-payouts-listed": [
    `INSERT INTO payouts (withdrawal_id, partner_id, chain, token_address, from_address, to_address, amount_micro_usd, authorization_nonce, valid_before,
       signature, created_at)
     SELECT id, partner_id, 'base', '0x1', '0x2', to_address, 1, '0x4', 1, '', now() FROM withdrawals WHERE status = 'completed' LIMIT 1`,
  ],
};

describe("finds nothing in consistent books", () => {
  test("in any of its invariants", async () => {
    const findings = await audit();
    expect(findings.map(({ name }) => name)).toEqual(NAMES);
    expect(findings.filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);
  });

  test.each([1, 3])("in any of its parts of %d rows", async (rows) => {
    const client = await ownerClient();
    try {
      expect(await brokenInParts(client, rows)).toEqual([]);
    } finally {
      await client.end();
    }
  });

  test("each invariant is compared in parts but for those that read few rows or sums of all", () => {
    const others = AUDIT_QUERIES.filter(({ over }) => !(over in AUDIT_ORDERS));
    expect(others.map(({ name, over }) => [name, over])).toEqual([
      ["service-accounts-not-below-zero", "all"],
      ["payout-equals-open-withdrawals", "all"],
      ["network-equals-settlements", "checks-of-everything"],
      ["suspense-equals-held-deposits", "all"],
      ["disputes-equal-open-disputes", "all"],
      ["treasury-sums-equal-transfers", "all"],
      ["withdrawal-sums-equal-withdrawals", "all"],
      ["payout-sums-equal-withdrawals", "all"],
    ]);
  });

  test("each invariant has a text that says what it means", () => {
    for (const { name, meaning } of AUDIT_QUERIES) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(meaning).toMatch(/^[A-Z].{30,}\.$/);
    }
    expect(new Set(NAMES).size).toBe(NAMES.length);
  });
});

describe("finds what breaks", () => {
  // One for all statements: to drop the rules takes much longer than to check the books.
  let client: Client;
  beforeAll(async () => {
    client = await withoutRules();
  });
  afterAll(() => client.end());

  test("every invariant is broken by one case here", () => {
    expect(Object.keys(BREAKS).sort()).toEqual([...NAMES].sort());
  });

  test.each(Object.entries(BREAKS).flatMap(([name, list]) => list.map((text) => [name, text])))(
    "%s: %s",
    async (name, statement) => {
      expect(await brokenBy(client, statement, broken)).toContain(name);
      expect(await brokenBy(client, statement, (each) => brokenInParts(each))).not.toEqual([]);
    },
  );
});

describe("when something is broken", () => {
  async function whileBroken(run: () => Promise<void>): Promise<void> {
    const client = await ownerClient();
    try {
      await client.query("UPDATE row_counts SET n = n + 7 WHERE kind = 'cards'");
      await run();
      await client.query("UPDATE row_counts SET n = n - 7 WHERE kind = 'cards'");
    } finally {
      await client.end();
    }
  }

  test("the rows are reported, and nothing else", async () => {
    await whileBroken(async () => {
      const findings = (await audit()).filter(({ brokenRows }) => brokenRows.length > 0);
      expect(findings).toMatchObject([
        { name: "totals-equal-lists", brokenRows: [{ scope: world.partnerId, kind: "cards" }] },
      ]);
    });
  });

  test("at most 20 rows are reported", async () => {
    const client = await ownerClient();
    await client.query(
      "INSERT INTO row_counts SELECT 'ptn_' || n, 'users', 0, 1 FROM generate_series(1, 50) n",
    );
    const finding = (await audit()).find(({ name }) => name === "totals-equal-lists");
    await client.query(
      "DELETE FROM row_counts WHERE scope IN (SELECT 'ptn_' || n FROM generate_series(1, 50) n)",
    );
    await client.end();
    expect(finding?.brokenRows).toHaveLength(20);
  });

  const npmRunAudit = () =>
    promisify(execFile)(process.execPath, typeScriptArguments("bin/audit.ts"), {
      env: process.env,
    });

  test("npm run audit exits with 1 and names it, with 0 when nothing is broken, with 2 without a database", async () => {
    expect((await npmRunAudit()).stdout).toContain(`${NAMES.length} invariants, 0 broken`);
    await whileBroken(async () => {
      const failure = await npmRunAudit().catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/BROKEN totals-equal-lists\n.*pages seem to be missing/),
      });
    });
    const env = { ...process.env, DATABASE_URL: "", DATABASE_DIRECT_URL: "" };
    await expect(
      promisify(execFile)(process.execPath, typeScriptArguments("bin/audit.ts"), { env }),
    ).rejects.toMatchObject({ code: 2 });
  });
});
