import { randomBytes, randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import { signInOverHttp } from "@/test/http/sign-in-over-http";
import { repositoryFolder, typeScriptArguments } from "../../bootstrap/paths.mjs";
import { sleep } from "../../bootstrap/process-info.mjs";
import { run } from "../../bootstrap/run.mjs";
import { stopSignal } from "../../bootstrap/stop-signal.mjs";
import type { Settings } from "./settings.ts";

/** A partner with money and cards, and the key with which its server calls. */
export interface Partner {
  partnerId: string;
  apiKey: string;
  cards: string[];
}

const DEPOSIT_USD = 50_000;
const CARD_USD = 500;
const WAIT_MS = 60_000;
const CODE_MS = 30_000;
/** No fees: a wallet changes by exactly what the load moves. */
const NO_FEES = {
  ...{ kycFee: 0, cardCreationFee: 0, fundingFee: 0, fundingFeePercent: 0 },
  ...{ cardWithdrawalFee: 0, crossBorderFeePercent: 0 },
};

/**
 * Sends a request to the service and returns `data` of its response. While the service is unavailable it is sent again, with
 * the same headers and so with the same idempotency key.
 */
async function send<Data>(
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Data> {
  const request = {
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  };
  return until(`${url} is answered`, async () => {
    const answer = await fetch(url, request);
    const text = await answer.text();
    if (answer.status === 503) return undefined;
    if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${text}`);
    return JSON.parse(text).data as Data;
  });
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadlineMs = Date.now() + WAIT_MS;
  while (Date.now() < deadlineMs) {
    stopSignal.throwIfAborted();
    const found = await look();
    if (found !== undefined) return found;
    await sleep(300);
  }
  throw new Error(`${what}: not after ${WAIT_MS / 1_000} s.`);
}

const tokenOf = (inviteUrl: string) => new URL(inviteUrl).pathname.split("/").at(-1) ?? "";
const newPassword = () => randomBytes(18).toString("base64url");

/** An administrator, invited by the command and enrolled by the API. Returns their cookies and their next codes. */
async function makeAdministrator(baseUrl: string, settings: Settings) {
  const email = "admin@rehearsal.example";
  const { code, output } = await run(
    process.execPath,
    typeScriptArguments("bin/invite-operator.ts", email),
    { cwd: repositoryFolder, env: settings },
  );
  const inviteUrl = output.split(/\s/).find((word) => /^https?:/.test(word));
  if (code !== 0 || inviteUrl === undefined) throw new Error(`No invitation: ${output}`);
  const path = `${baseUrl}/api/invitations/${tokenOf(inviteUrl)}`;
  const headers = { origin: baseUrl };
  const { secret, enrolment } = await send<{ secret: string; enrolment: string }>(
    `${path}/second-factor`,
    {},
    headers,
  );
  const totp = new TOTP({ secret });
  const password = newPassword();
  await send(path, { name: "Ada", password, enrolment, totp: totp.generate() }, headers);
  const nextCode = codesOf(totp);
  const cookie = await signInOverHttp(baseUrl, { email, password, totp: await nextCode() });
  return { cookie, nextCode };
}

/**
 * The codes of an authenticator, each once: a code works once, for its own step of 30 s and the two steps beside it. When the codes
 * of the current three steps are used, the next one comes with the next step.
 */
function codesOf(totp: TOTP): () => Promise<string> {
  const used = new Set<string>();
  return () =>
    until("A one-time code", async () => {
      const nowMs = Date.now();
      const codes = [-1, 0, 1].map((step) => totp.generate({ timestamp: nowMs + step * CODE_MS }));
      const code = codes.find((each) => !used.has(each));
      if (code !== undefined) used.add(code);
      return code;
    });
}

/** A partner, made by the administrator, with its owner and a key that the owner makes. */
async function makePartner(baseUrl: string, cookie: string, totp: string, name: string) {
  const ownerEmail = `${name}@rehearsal.example`;
  const made = await send<{ partnerId: string; inviteUrl: string }>(
    `${baseUrl}/api/admin/partners`,
    { name, ownerEmail, ...NO_FEES, totp },
    { cookie, origin: baseUrl },
  );
  const password = newPassword();
  const invitation = `${baseUrl}/api/invitations/${tokenOf(made.inviteUrl)}`;
  await send(invitation, { name: "Ines", password }, { origin: baseUrl });
  const owner = await signInOverHttp(baseUrl, { email: ownerEmail, password });
  const { apiKey } = await send<{ apiKey: string }>(
    `${baseUrl}/api/v1/partner/keys`,
    { name: "Load", password },
    { cookie: owner, origin: baseUrl },
  );
  return { partnerId: made.partnerId, apiKey };
}

/** The requests of a partner's server, without retries: for what is done before and beside the load. */
export function partnerApi(baseUrl: string, apiKey: string) {
  return <Data>(path: string, body?: object) =>
    send<Data>(`${baseUrl}/api${path}`, body, {
      authorization: `Bearer ${apiKey}`,
      "idempotency-key": randomUUID(),
    });
}

/** Sends money to a partner's wallet on the local chain, and returns once it is credited. Returns how long that took. */
export async function deposit(
  baseUrl: string,
  apiKey: string,
  amount: number,
): Promise<{ creditedAfterMs: number }> {
  const api = partnerApi(baseUrl, apiKey);
  const startedMs = performance.now();
  const body = { to: "wallet", amount, chain: "base-sepolia", token: "usdc" };
  const { txHash } = await api<{ txHash: string }>("/v1/sandbox/deposits", body);
  await until("The deposit is credited", async () => {
    type Page = { deposits: { txHash: string; status: string }[] };
    const { deposits } = await api<Page>("/v1/partner/wallet/deposits?limit=20");
    return deposits.find((each) => each.txHash === txHash && each.status === "credited");
  });
  return { creditedAfterMs: performance.now() - startedMs };
}

async function makeCard(baseUrl: string, { partnerId, apiKey }: Omit<Partner, "cards">) {
  const api = partnerApi(baseUrl, apiKey);
  const { serviceId } = await api<{ serviceId: string }>("/v2/partner/card/users", {
    ...{ firstName: "Ada", lastName: "LovelaceApproved", phoneNumber: "+442071234567" },
    ...{
      email: `${randomUUID()}@${partnerId.replaceAll("_", "-")}.example`,
      accountPurpose: "Travel",
    },
    ...{ ipAddress: "81.2.69.142", isTermsOfServiceAccepted: true, program: "custodial" },
    ...{ address: "12 St James Square", city: "London", region: "London" },
    ...{ postalCode: "SW1Y 4JH", countryCode: "GB" },
  });
  await until("The user is approved", async () => {
    const { status } = await api<{ status: string }>(`/v1/partner/card/users/${serviceId}`);
    return status === "approved" ? true : undefined;
  });
  const body = { serviceId, amount: CARD_USD };
  const { serviceCardId } = await api<{ serviceCardId: string }>("/v1/partner/card", body);
  return serviceCardId;
}

/** Makes partners by the commands and the API as an operator would, each with money from a deposit and with cards. */
export async function makePartners(
  baseUrl: string,
  settings: Settings,
  { cardsEach }: { cardsEach: number },
): Promise<Partner[]> {
  const { cookie, nextCode } = await makeAdministrator(baseUrl, settings);
  const made: Omit<Partner, "cards">[] = [];
  for (const name of ["partner1", "partner2"])
    made.push(await makePartner(baseUrl, cookie, await nextCode(), name));
  // One after the other, as both come from one faucet.
  for (const { apiKey } of made) await deposit(baseUrl, apiKey, DEPOSIT_USD);
  return Promise.all(
    made.map(async (partner) => {
      const cards = Array.from({ length: cardsEach }, () => makeCard(baseUrl, partner));
      return { ...partner, cards: await Promise.all(cards) };
    }),
  );
}
