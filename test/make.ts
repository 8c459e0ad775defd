import { randomUUID } from "node:crypto";
import pg from "pg";
import type { PartnerFees } from "@/lib/contract/partner";
import { disconnect } from "@/lib/db";
import { creditDeposit } from "@/lib/deposits/credit/credit-deposit";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { createPartner } from "@/lib/partners/create-partner";
import { requestLog } from "@/lib/request-log/request-log";
import { call } from "./call";
import "./database";
import { ownerUrl } from "./owner-url";

export { type Answer, type CallOptions, call } from "./call";

/** What tests are made of: partners, users and cards, and calls of route handlers as a client makes them. */
export interface TestPartner {
  partnerId: string;
  apiKey: string;
  walletAddress: string;
}

interface PartnerOptions {
  balanceUsd?: number;
  fees?: Partial<PartnerFees>;
  requestsPerS?: number;
}

const ENOUGH_PER_S = 100_000;

export async function deposit(
  partnerId: string,
  toAddress: string,
  amountUsd: number,
): Promise<void> {
  await creditDeposit({
    partnerId,
    chain: "base-sepolia",
    token: "usdc",
    txHash: `0x${randomUUID().replaceAll("-", "").padEnd(64, "0")}`,
    ordinal: 0,
    amountMicroUsd: BigInt(Math.round(amountUsd * 1_000_000)),
    fromAddress: "0x1111111111111111111111111111111111111111",
    toAddress,
    at: now(),
  });
}

/** A partner with a key and, unless told otherwise, 10,000 USD. */
export async function makePartner({
  balanceUsd = 10_000,
  fees,
  requestsPerS = ENOUGH_PER_S,
}: PartnerOptions = {}): Promise<TestPartner> {
  const { partnerId, walletAddress } = await createPartner({
    name: "Test partner",
    settings: { ...fees, requestsPerS, requestBurst: requestsPerS * 2 },
    at: now(),
  });
  const { apiKey } = await createApiKey({ partnerId, name: "tests", at: now() });
  if (balanceUsd > 0) await deposit(partnerId, walletAddress, balanceUsd);
  return { partnerId, apiKey, walletAddress };
}

let owner: pg.Pool | undefined;

const OWNER_CONNECTIONS = 4;

function ownerPool(): pg.Pool {
  const options = { max: OWNER_CONNECTIONS, idleTimeoutMillis: 0 };
  const pool = new pg.Pool({ connectionString: ownerUrl(), ...options });
  // Tests that cut every connection cut these too.
  pool.on("error", () => {});
  return pool;
}

/** Runs SQL as the database's owner, past every rule of the application. */
// biome-ignore lint/suspicious/noExplicitAny: rows are looked at column by column
export async function sql(text: string, values: unknown[] = []): Promise<any[]> {
  owner ??= ownerPool();
  const result = await owner.query(text, values);
  return result.rows;
}

/** Opens every connection that `sql` may use: on a full disk PostgreSQL may refuse a new one. */
export async function openSql(): Promise<void> {
  await Promise.all(Array.from({ length: OWNER_CONNECTIONS }, () => sql("SELECT pg_sleep(0.1)")));
}

/** Ends the connections of `sql`. */
export async function endSql(): Promise<void> {
  await owner?.end();
  owner = undefined;
}

/** Ends every connection that a test file opened; its `afterAll`. */
export async function endTests(): Promise<void> {
  await requestLog().flush();
  await callerCache().close();
  await Promise.all([endSql(), disconnect()]);
}

/** An approved user, written directly: tests of cards need no identity check. */
export async function makeApprovedUser(
  partner: TestPartner,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const id = newId("usr");
  const user: Record<string, unknown> = {
    id,
    partner_id: partner.partnerId,
    email: `${id}@example.com`,
    email_key: `${id}@example.com`,
    first_name: "Amara",
    last_name: "Okafor",
    phone_number: "+2348031234567",
    account_purpose: "Travel",
    ip_address: "102.89.34.10",
    program: "custodial",
    address: "14 Marina Road",
    city: "Lagos",
    region: "Lagos",
    postal_code: "101241",
    country_code: "NG",
    status: "approved",
    created_at: new Date(),
    version: 1,
    ...overrides,
  };
  const columns = Object.keys(user);
  const marks = columns.map((_, index) => `$${index + 1}`);
  await sql(
    `INSERT INTO users (${columns.join(", ")}) VALUES (${marks.join(", ")})`,
    Object.values(user),
  );
  return id;
}

/** A card of a user of its own, through Create Card. */
export async function makeCard(
  partner: TestPartner,
  {
    amountUsd = 100,
    fundingType = "float",
    userId,
  }: { amountUsd?: number; fundingType?: "float" | "crypto"; userId?: string } = {},
): Promise<string> {
  const { POST } = await import("@/app/api/v1/partner/card/route");
  const serviceId = userId ?? (await makeApprovedUser(partner));
  const answer = await call(POST, {
    method: "POST",
    apiKey: partner.apiKey,
    idempotencyKey: randomUUID(),
    body: fundingType === "crypto" ? { serviceId, fundingType } : { serviceId, amount: amountUsd },
  });
  if (answer.status !== 201) throw new Error(`no card: ${JSON.stringify(answer.json)}`);
  return answer.json.data.serviceCardId;
}
