import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { journeyUserBody } from "../test/service/journey-user.ts";
import type { Demo } from "../test/service/start-service.ts";
import { signIn } from "./dashboard-pages.ts";

export type Operator = Demo["admins"][number];

/** The current code of an operator's authenticator. */
export const codeOf = ({ totpSecret }: Operator) => new TOTP({ secret: totpSecret }).generate();

/** Signs in a person of the operator with the second factor, and opens a page of the console. */
export async function signInOperator(
  page: Page,
  operator: Operator,
  path = "/admin",
): Promise<void> {
  const { email, password } = operator;
  await signIn(page, { email, password, totp: codeOf(operator) }, path);
}

/** Calls a route from the open page, with its session and origin. */
export function callFrom(page: Page, method: string, path: string, body?: object) {
  return page.evaluate(
    async ([method, path, text]) => {
      const response = await fetch(path, {
        method,
        body: text,
        ...(text === null ? {} : { headers: { "Content-Type": "application/json" } }),
      });
      const { message, data } = await response.json();
      return { status: response.status, message, data };
    },
    [method, path, body ? JSON.stringify(body) : null] as const,
  );
}

/** Calls a route as a partner's server does, with a fresh idempotency key. */
export async function callWithKey(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": randomUUID(),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { message, data } = (await response.json()) as {
    message: string;
    data: Record<string, unknown>;
  };
  return { status: response.status, message, data };
}

/** Sends a deposit to the address of a terminated card, so that the deposit is held. */
export async function makeHeldDeposit(
  partner: { baseUrl: string; apiKey: string },
  amount: number,
): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const { status, message, data } = await callWithKey(partner, method, path, body);
    if (status >= 400) throw new Error(`${method} ${path}: ${message}`);
    return data;
  };
  const { serviceId } = await ask("POST", "/api/v2/partner/card/users", journeyUserBody());
  await ask("POST", `/api/v1/sandbox/users/${serviceId}/kyc`, { status: "approved" });
  const card = { serviceId, fundingType: "crypto" };
  const { serviceCardId: to } = await ask("POST", "/api/v1/partner/card", card);
  await ask("DELETE", `/api/v1/partner/card/terminate/${to}`);
  await ask("POST", "/api/v1/sandbox/deposits", {
    to,
    amount,
    chain: "base-sepolia",
    token: "usdc",
  });
}

/** Buys something with a partner's first card, settles it and disputes it; returns the dispute's id. */
export async function disputePurchase(partner: {
  baseUrl: string;
  apiKey: string;
}): Promise<string> {
  const ok = async (method: string, path: string, body?: object) => {
    const { status, message, data } = await callWithKey(partner, method, path, body);
    if (status >= 400) throw new Error(`${method} ${path}: ${message}`);
    return data;
  };
  const list = await ok("GET", "/api/v1/partner/card?status=active&fundingType=float&limit=1");
  const [{ serviceCardId }] = list.cards as [{ serviceCardId: string }];
  await ok("POST", "/api/v1/partner/card/fund", { serviceCardId, amount: 50 });
  const purchase = { amount: 18, merchantName: "Bike Shop", merchantCountry: "US" };
  const cardPath = `/api/v1/sandbox/cards/${serviceCardId}/authorizations`;
  const { serviceTransactionId } = await ok("POST", cardPath, purchase);
  await ok("POST", `/api/v1/sandbox/transactions/${serviceTransactionId}/settle`, {});
  const { disputeId } = await ok(
    "POST",
    `/api/v1/partner/card/transactions/${serviceTransactionId}/disputes`,
    { reason: "not_received", explanation: "The bicycle never came." },
  );
  return disputeId as string;
}
