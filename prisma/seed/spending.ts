import { POST as authorize } from "@/app/api/v1/sandbox/cards/[serviceCardId]/authorizations/route";
import { POST as refund } from "@/app/api/v1/sandbox/transactions/[serviceTransactionId]/refund/route";
import { POST as reverse } from "@/app/api/v1/sandbox/transactions/[serviceTransactionId]/reverse/route";
import { POST as settle } from "@/app/api/v1/sandbox/transactions/[serviceTransactionId]/settle/route";
import {
  simulateAuthorizationContract,
  simulateRefundContract,
  simulateReversalContract,
  simulateSettlementContract,
} from "@/lib/sandbox/contract";
import type { PartnerClient } from "./client";

interface Purchase {
  amount: number;
  merchantName: string;
  merchantCountry: string;
  currency?: string;
  transactionType?: "purchase" | "withdrawal";
  outcome?: "settle" | "reverse" | "refund";
}

/** The purchases of each of the demo's cards, in order. */
export const DEMO_SPENDING: readonly (readonly Purchase[])[] = [
  [
    {
      amount: 38.4,
      merchantName: "Eko Hotel & Suites",
      merchantCountry: "NG",
      currency: "NGN",
      outcome: "settle",
    },
    { amount: 12.75, merchantName: "Uber", merchantCountry: "US", outcome: "settle" },
    { amount: 219.99, merchantName: "Ethiopian Airlines", merchantCountry: "ET", currency: "ETB" },
    { amount: 900, merchantName: "Apple Store", merchantCountry: "US" },
  ],
  [
    { amount: 150, merchantName: "Google Ads", merchantCountry: "US", outcome: "settle" },
    {
      amount: 74.1,
      merchantName: "Meta Platforms",
      merchantCountry: "IE",
      currency: "EUR",
      outcome: "refund",
    },
    {
      amount: 20,
      merchantName: "Banorte ATM",
      merchantCountry: "MX",
      currency: "MXN",
      transactionType: "withdrawal",
      outcome: "settle",
    },
  ],
  [
    { amount: 20, merchantName: "GitHub", merchantCountry: "US", outcome: "settle" },
    { amount: 15, merchantName: "Figma", merchantCountry: "US", outcome: "settle" },
    { amount: 10, merchantName: "Notion Labs", merchantCountry: "US", outcome: "reverse" },
  ],
  [
    {
      amount: 61.3,
      merchantName: "Deutsche Bahn",
      merchantCountry: "DE",
      currency: "EUR",
      outcome: "settle",
    },
  ],
];

/** Makes the purchases through the sandbox's card network. */
export async function spend(
  send: PartnerClient,
  serviceCardId: string,
  purchases: readonly Purchase[],
): Promise<void> {
  for (const { outcome, ...body } of purchases) {
    const { serviceTransactionId } = await send<{ serviceTransactionId: string }>(authorize, {
      contract: simulateAuthorizationContract,
      params: { serviceCardId },
      body,
    });
    const change = { params: { serviceTransactionId }, body: {} };
    if (outcome === "reverse")
      await send(reverse, { contract: simulateReversalContract, ...change });
    if (outcome === "settle" || outcome === "refund")
      await send(settle, { contract: simulateSettlementContract, ...change });
    if (outcome === "refund") await send(refund, { contract: simulateRefundContract, ...change });
  }
}
