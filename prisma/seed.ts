import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { POST as fund } from "@/app/api/v1/partner/card/fund/route";
import * as cardRoute from "@/app/api/v1/partner/card/route";
import { POST as withdraw } from "@/app/api/v1/partner/withdrawal/route";
import { POST as decideKyc } from "@/app/api/v1/sandbox/users/[serviceId]/kyc/route";
import { POST as createUser } from "@/app/api/v2/partner/card/users/route";
import { readHistoryDays } from "@/bin/bootstrap/settings.mjs";
import { databaseUrls } from "@/bin/database/urls.ts";
import { sumWallets } from "@/lib/activity/overview/sum-wallets";
import {
  createCardContract,
  fundCardContract,
  switchCardStatusContract,
} from "@/lib/cards/contract";
import { disconnect } from "@/lib/db";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { createPerson } from "@/lib/identity/create-person";
import { newRecoveryCodes } from "@/lib/identity/second-factor/recovery-codes";
import { now } from "@/lib/kernel/clock";
import { atSimulatedTime } from "@/lib/kernel/simulated-time";
import { createPartner } from "@/lib/partners/create-partner";
import { requestLog } from "@/lib/request-log/request-log";
import { simulateKycContract } from "@/lib/sandbox/contract";
import { createUserContract } from "@/lib/users/contract";
import { createWithdrawalContract } from "@/lib/withdrawals/contract";
import { type PartnerClient, partnerClient } from "./seed/client";
import { type DemoDeposit, depositAll } from "./seed/deposits";
import { joinedAt, makeHistory } from "./seed/history";
import { chainsAreLocal } from "./seed/history/on-chain";
import type { Decider } from "./seed/history/programme";
import { DEMO_USERS } from "./seed/people";
import { beginSimulatedTime, endSimulatedTime } from "./seed/simulated-time";
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

/** A high rate limit, so that a benchmark measures the limits of the service. */
const NORTHWIND: DemoPartner = {
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
};
const LUMEN: DemoPartner = {
  name: "Lumen Payroll",
  slug: "lumen",
  deposits: [{ amountUsd: 1_000, chain: "base-sepolia" }],
  colleagues: [],
};
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
async function makeOperators(
  owner: pg.Client,
  people: typeof ADMINS,
  role: "admin" | "auditor",
  createdAt: Date,
) {
  const asOwner = (text: string, values: unknown[]) => owner.query(text, values);
  const logins = [];
  for (const { name, email } of people) {
    const person = { email, password: password() };
    const newPerson = { ...person, name, role, withTotp: true, createdAt };
    const { personId, totpSecret = "" } = await createPerson(newPerson, asOwner);
    const { codes: recoveryCodes, hashes } = newRecoveryCodes();
    await asOwner(
      "INSERT INTO recovery_codes (person_id, code_hash, created_at) SELECT $1, unnest($2::text[]), $3",
      [personId, hashes, createdAt],
    );
    logins.push({ personId, name, login: { ...person, totpSecret, recoveryCodes } });
  }
  return logins;
}

/** @param until an approval of an operator counts as a second approval from some time after the operator's creation */
async function makeAllOperators(until: Date) {
  const createdAt = new Date(until.getTime() - OPERATORS_AGE_MS);
  const owner = new pg.Client({ connectionString: databaseUrls().migrate });
  await owner.connect();
  try {
    const admins = await makeOperators(owner, ADMINS, "admin", createdAt);
    // As if both had joined by their invitations: docs/decisions/0105-a-second-administrator-for-every-loosening.md
    await owner.query(
      "INSERT INTO two_administrators (counts_from) SELECT max(approves_from) FROM people WHERE role = 'admin'",
    );
    return { admins, auditors: await makeOperators(owner, AUDITORS, "auditor", createdAt) };
  } finally {
    await owner.end();
  }
}

type Operators = Awaited<ReturnType<typeof makeAllOperators>>;

/** The first administrator, as in a session of their own. */
function deciderOf({ admins: [first] }: Operators): Decider {
  if (!first) throw new Error("there is no administrator");
  const { personId, name, login } = first;
  const { email, totpSecret } = login;
  const session = { sessionId: "", sessionExpiresAt: now(), viewingPartnerId: null };
  return {
    person: { id: personId, partnerId: null, email, name, role: "admin", ...session },
    totpSecret,
  };
}

type Made = Awaited<ReturnType<typeof makePartner>>;

const pastOf = ({ walletAddress, login: { partnerId, apiKey } }: Made) => ({
  partnerId,
  walletAddress,
  send: partnerClient(apiKey),
});

/** Makes the first partner, which joined before its history began. */
async function makeNorthwind(days: number, operators: Operators): Promise<Made> {
  if (days === 0) return makePartner(NORTHWIND);
  const { migrate } = databaseUrls();
  const nowMs = Date.now();
  await beginSimulatedTime(migrate);
  const made = await atSimulatedTime(joinedAt(nowMs, days), () => makePartner(NORTHWIND));
  await makeHistory(pastOf(made), deciderOf(operators), nowMs, days);
  await endSimulatedTime(migrate);
  await sumWallets();
  return made;
}

/** The demo of the present: a few users and cards, as the README's session expects them. */
async function makePresent(northwind: Made, lumen: Made): Promise<void> {
  const made = [
    { ...pastOf(northwind), deposits: NORTHWIND.deposits },
    { ...pastOf(lumen), deposits: LUMEN.deposits },
  ];
  await depositAll(made);
  const { send } = pastOf(northwind);
  await makeCards(send, await makeUsers(send));
  const toAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
  await send(withdraw, { contract: createWithdrawalContract, body: { amount: 500, toAddress } });
}

async function seed(dataDir: string): Promise<void> {
  const wantedDays = readHistoryDays(process.env.DEMO_HISTORY_DAYS);
  // Elsewhere nobody can mine the blocks of the history's deposits and withdrawals.
  const days = wantedDays > 0 && (await chainsAreLocal()) ? wantedDays : 0;
  const operators = await makeAllOperators(days === 0 ? now() : joinedAt(Date.now(), days));
  const northwind = await makeNorthwind(days, operators);
  const lumen = await makePartner(LUMEN);
  await makePresent(northwind, lumen);

  const partners = [northwind.login, lumen.login];
  const [admins, auditors] = [operators.admins, operators.auditors].map((people) =>
    people.map(({ login }) => login),
  );
  const file = join(dataDir, "demo.seed.json");
  await writeFile(file, `${JSON.stringify({ partners, admins, auditors }, null, 2)}\n`, {
    mode: 0o600,
  });
}

await seed(process.env.DATA_DIR ?? ".data");
await requestLog().flush();
await callerCache().close();
await disconnect();
