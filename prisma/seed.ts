import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { POST as fund } from "@/app/api/v1/partner/card/fund/route";
import * as cardRoute from "@/app/api/v1/partner/card/route";
import { POST as withdraw } from "@/app/api/v1/partner/withdrawal/route";
import { POST as decideKyc } from "@/app/api/v1/sandbox/users/[serviceId]/kyc/route";
import { POST as createUser } from "@/app/api/v2/partner/card/users/route";
import { databaseUrls } from "@/bin/database/urls.ts";
import {
  createCardContract,
  fundCardContract,
  switchCardStatusContract,
} from "@/lib/cards/contract";
import { disconnect } from "@/lib/db";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { createPerson } from "@/lib/identity/create-person";
import { now } from "@/lib/kernel/clock";
import { createPartner } from "@/lib/partners/create-partner";
import { requestLog } from "@/lib/request-log/request-log";
import { simulateKycContract } from "@/lib/sandbox/contract";
import { createUserContract } from "@/lib/users/contract";
import { createWithdrawalContract } from "@/lib/withdrawals/contract";
import { type PartnerClient, partnerClient } from "./seed/client";
import { type DemoDeposit, depositAll } from "./seed/deposits";
import { DEMO_USERS } from "./seed/people";
import { DEMO_SPENDING, spend } from "./seed/spending";

/** The demo data of the staging environment, which `npm start` creates at its first start. */
interface DemoPartner {
  name: string;
  slug: string;
  deposits: readonly DemoDeposit[];
  /** People besides the owner, to show the dashboard of the other roles. */
  colleagues: readonly { name: string; role: "developer" | "viewer" }[];
  rate?: { requestsPerS: number; requestBurst: number };
}

const PARTNERS: readonly DemoPartner[] = [
  // A high rate limit, so that a benchmark measures the limits of the service.
  {
    name: "Northwind Travel",
    slug: "northwind",
    deposits: [
      { amountUsd: 7_500, chain: "base-sepolia" },
      { amountUsd: 5_830.25, chain: "base-sepolia" },
      { amountUsd: 420.25, chain: "polygon-amoy" },
    ],
    colleagues: [
      { name: "Tomás Silveira", role: "developer" },
      { name: "Hanna Lindqvist", role: "viewer" },
    ],
    rate: { requestsPerS: 10_000, requestBurst: 20_000 },
  },
  {
    name: "Lumen Payroll",
    slug: "lumen",
    deposits: [{ amountUsd: 1_000, chain: "base-sepolia" }],
    colleagues: [],
  },
];
const ADMINS = [
  { name: "Ines Moreau", email: "ines@operator.example" },
  { name: "Joseph Adeyemi", email: "joseph@operator.example" },
];
const AUDITORS = [{ name: "Mirjam Kovač", email: "mirjam@operator.example" }];

const OPERATORS_AGE_MS = 90 * 24 * 3_600_000;

const password = () => randomBytes(12).toString("base64url");

async function makePartner({ name, slug, colleagues, rate }: DemoPartner) {
  const { partnerId, walletAddress } = await createPartner({
    name,
    at: now(),
    ...(rate ? { settings: rate } : {}),
  });
  const { apiKey } = await createApiKey({ partnerId, name: "Demo", at: now() });
  const owner = { email: `owner@${slug}.example`, password: password() };
  await createPerson({
    ...owner,
    partnerId,
    name: `Owner of ${name}`,
    role: "owner",
    withTotp: false,
  });
  const people = [];
  for (const colleague of colleagues) {
    const login = { email: `${colleague.role}@${slug}.example`, password: password() };
    await createPerson({ ...login, ...colleague, partnerId, withTotp: false });
    people.push({ role: colleague.role, ...login });
  }
  return { walletAddress, login: { partnerId, name, apiKey, ...owner, people } };
}

/** Creates users in each status of verification, and returns the ids of the approved ones. */
async function makeUsers(send: PartnerClient): Promise<string[]> {
  const approved: string[] = [];
  for (const { kyc, ...user } of DEMO_USERS) {
    const body = { ...user, isTermsOfServiceAccepted: true, program: "custodial" };
    const { serviceId } = await send<{ serviceId: string }>(createUser, {
      contract: createUserContract,
      body,
    });
    if (kyc === "pending") continue;
    const reason = kyc === "denied" ? { reason: "WRONG_USER_REGION" } : {};
    await send(decideKyc, {
      contract: simulateKycContract,
      params: { serviceId },
      body: { status: kyc, ...reason },
    });
    if (kyc === "approved") approved.push(serviceId);
  }
  return approved;
}

async function makeCards(send: PartnerClient, users: string[]): Promise<void> {
  const firstAmounts = [400, 320, 100, 250];
  const cards: string[] = [];
  for (const [index, serviceId] of users.entries()) {
    const body = { serviceId, amount: firstAmounts[index] ?? 100 };
    const { serviceCardId } = await send<{ serviceCardId: string }>(cardRoute.POST, {
      contract: createCardContract,
      body,
    });
    cards.push(serviceCardId);
    await spend(send, serviceCardId, DEMO_SPENDING[index] ?? []);
  }
  const [first, , , last] = cards;
  await send(fund, {
    contract: fundCardContract,
    body: { serviceCardId: first, amount: 75.5, reference: "trip 2291" },
  });
  await send(cardRoute.PATCH, {
    contract: switchCardStatusContract,
    body: { serviceCardId: last, status: "freeze" },
  });
}

/**
 * Creates operators through the owner's connection: the database lets no other role create one without an invitation.
 */
async function makeOperators(owner: pg.Client, people: typeof ADMINS, role: "admin" | "auditor") {
  const asOwner = (text: string, values: unknown[]) => owner.query(text, values);
  const logins = [];
  // An old date, because the approval of a new operator does not count as a second approval.
  const createdAt = new Date(now().getTime() - OPERATORS_AGE_MS);
  for (const { name, email } of people) {
    const person = { email, password: password() };
    const newPerson = { ...person, name, role, withTotp: true, createdAt };
    const { totpSecret } = await createPerson(newPerson, asOwner);
    logins.push({ ...person, totpSecret });
  }
  return logins;
}

async function makeAllOperators() {
  const owner = new pg.Client({ connectionString: databaseUrls().migrate });
  await owner.connect();
  try {
    const admins = await makeOperators(owner, ADMINS, "admin");
    return { admins, auditors: await makeOperators(owner, AUDITORS, "auditor") };
  } finally {
    await owner.end();
  }
}

async function seed(dataDir: string): Promise<void> {
  const { admins, auditors } = await makeAllOperators();
  const partners = [];
  const wallets = [];
  for (const partner of PARTNERS) {
    const { walletAddress, login } = await makePartner(partner);
    const { partnerId, apiKey } = login;
    const { deposits } = partner;
    partners.push(login);
    wallets.push({ partnerId, walletAddress, send: partnerClient(apiKey), deposits });
  }
  await depositAll(wallets);

  const send = partnerClient(partners[0]?.apiKey ?? "");
  await makeCards(send, await makeUsers(send));
  const toAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
  await send(withdraw, { contract: createWithdrawalContract, body: { amount: 500, toAddress } });

  const file = join(dataDir, "demo.seed.json");
  await writeFile(file, `${JSON.stringify({ partners, admins, auditors }, null, 2)}\n`, {
    mode: 0o600,
  });
}

await seed(process.env.DATA_DIR ?? ".data");
await requestLog().flush();
await callerCache().close();
await disconnect();
