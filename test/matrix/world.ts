import { randomUUID } from "node:crypto";
import { POST as setWebhook } from "@/app/api/v1/partner/profile/webhook/route";
import { POST as createWithdrawal } from "@/app/api/v1/partner/withdrawal/route";
import { publicKeyOf } from "@/lib/accounting/proofs/format/keys";
import { newId } from "@/lib/kernel/ids";
import { rowsOf } from "@/test/database/rows-of";
import {
  type CallOptions,
  call,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { makeAttempt } from "@/test/fixtures/webhooks";
import { clientOf } from "@/test/http/client";
import type { Operation, Subject } from "./operations";

/** A partner with one of each object that the operations refer to. */
export interface World {
  partner: TestPartner;
  ids: Record<Subject, string>;
  /** Ids and personal data that must never be revealed to another partner. */
  secrets: string[];
}

/** Sets a webhook endpoint, which the operations on deliveries need. No dispatcher runs, so no delivery is sent. */
export async function makeEndpoint({ apiKey }: TestPartner): Promise<void> {
  const body = { webhookUrl: "https://matrix.example.com" };
  await call(setWebhook, { method: "POST", apiKey, body });
}

/** Records a failed delivery with its attempt, which operations on deliveries and replays find. */
async function failDelivery({ partnerId }: TestPartner, eventId: string): Promise<void> {
  await makeAttempt(partnerId, eventId);
  await sql(
    `UPDATE webhook_deliveries SET status = 'failed', attempts = 1, failures = 1, completed_at = now()
     WHERE event_id = $1`,
    [eventId],
  );
}

/** Writes an audit entry of one of the partner's people. */
async function makeAuditEntry({ partnerId }: TestPartner): Promise<string> {
  const { personId } = await makePerson({ partnerId });
  const id = newId("aud");
  await sql(
    `INSERT INTO audit_entries (id, person_id, partner_id, action, target_id, created_at)
     VALUES ($1, $2, $3, 'setRedirectUrl', $3, now())`,
    [id, personId, partnerId],
  );
  return id;
}

/** Stores a root of today's journals, which are sealed otherwise when the day has ended, and returns one of them. */
async function sealJournal({ partnerId }: TestPartner): Promise<string> {
  const { keyId, publicKey } = publicKeyOf(Buffer.alloc(32, 7).toString("base64"));
  await sql("INSERT INTO ledger.signing_keys VALUES ($1, $2, now()) ON CONFLICT DO NOTHING", [
    keyId,
    publicKey,
  ]);
  const [{ last }] = await sql(
    `INSERT INTO ledger.day_roots SELECT $1, (now() AT TIME ZONE 'UTC')::date, count(*), repeat('a', 64), repeat('0', 64),
       repeat('b', 64), $2, $3, min(id), max(id), now() FROM ledger.journals WHERE partner_id = $1
     RETURNING last_journal_id AS last`,
    [partnerId, keyId, Buffer.alloc(64).toString("base64")],
  );
  return last;
}

export async function makeWorld(): Promise<World> {
  const partner = await makePartner({ balanceUsd: 1_000 });
  await makeEndpoint(partner);
  const client = clientOf(partner);
  const secretName = `Secret${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID()}@secret.example`;
  const user = await makeApprovedUser(partner, { first_name: secretName, email });
  const idleUser = await makeApprovedUser(partner, { first_name: secretName });
  const card = await makeCard(partner, { amountUsd: 100, userId: user });
  const cryptoCard = await makeCard(partner, { fundingType: "crypto" });
  const authorize = async () =>
    (await client.authorize(card, { amount: 10 })).json.data.serviceTransactionId;
  const [authorized, settled] = [await authorize(), await authorize()];
  await client.settle(settled);
  const disputed = await authorize();
  await client.settle(disputed);
  const evidence = { reason: "other", explanation: `${secretName} did not buy this.` };
  const { disputeId: dispute } = (await client.dispute(disputed, evidence)).json.data;
  const pdf = { bytes: Buffer.from("%PDF-1.7 an invoice"), name: `${secretName}.pdf` };
  const { fileId: evidenceFile } = (await client.addFile(settled, pdf)).json.data;
  const created = await call(createWithdrawal, {
    method: "POST",
    apiKey: partner.apiKey,
    idempotencyKey: randomUUID(),
    body: { amount: 5, toAddress: "0x52908400098527886E0F7030069857D2E4169EE7" },
  });
  const withdrawal = created.json.data.id;
  const [{ id: event }] = await sql("SELECT id FROM webhook_events WHERE resource_id = $1", [
    authorized,
  ]);
  await failDelivery(partner, event);
  const [{ id: deposit }] = await sql("SELECT id FROM deposits WHERE partner_id = $1", [
    partner.partnerId,
  ]);
  const walletTransaction = (await client.listWalletTransactions()).json.data.transactions[0]._id;
  const auditEntry = await makeAuditEntry(partner);
  const cards = { card, cryptoCard, authorized, settled, disputed, evidenceFile };
  const payments = { dispute, deposit, walletTransaction, withdrawal };
  const journal = await sealJournal(partner);
  const ids = { user, idleUser, ...cards, ...payments, event, auditEntry, journal };
  const { cardNumber } = (await client.getCard(card)).json.data;
  const secrets = [...Object.values(ids), partner.partnerId, secretName, email, cardNumber];
  return { partner, ids, secrets: [...secrets, partner.walletAddress] };
}

/** Returns a complete request of an operation for this id. */
export function requestOf(operation: Operation, id: string): CallOptions {
  const { contract, params, query, fixedQuery, headers, body } = operation;
  const options: CallOptions = { method: contract.method };
  if (params) options.params = { [params]: id };
  if (query) options.query = { [query]: id };
  if (fixedQuery) options.query = { ...fixedQuery };
  if (headers) options.headers = { ...headers };
  if (body) options.body = body(id);
  if (contract.idempotency) options.idempotencyKey = randomUUID();
  return options;
}

/** The tables with rows of partners. */
const TABLES = [
  ...["api_keys", "users", "kyc_sessions", "cards", "card_transactions", "card_disputes"],
  ...["dispute_files", "wallet_transactions", "withdrawals", "deposits", "webhook_events"],
  ...["webhook_endpoints", "webhook_secrets", "webhook_deliveries", "webhook_attempts"],
  ...["idempotency_keys", "ledger.accounts", "ledger.journals"],
];
const OF_PARTNER = {
  partners: "id = $1",
  ...Object.fromEntries(TABLES.map((table) => [table, "partner_id = $1"])),
};

/** Returns all rows of a partner as text, to check that nothing changed. */
export async function snapshotOf({ partnerId }: TestPartner): Promise<string> {
  return JSON.stringify(await rowsOf(OF_PARTNER, { values: [partnerId] }));
}
