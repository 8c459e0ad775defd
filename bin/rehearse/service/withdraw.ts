import type { Address } from "viem";
import { partnerApi, until } from "./api.ts";
import type { Administrator } from "./make-administrator.ts";

/** What the service takes of each withdrawal, in USD; the address gets the rest. */
export const FEE_USD = 0.5;

interface Wanted {
  amountUsd: number;
  toAddress: Address;
  /** The idempotency key; a new one by default. */
  key?: string;
}

/** The server of a partner, as the service sees it. */
interface Caller {
  baseUrl: string;
  apiKey: string;
}

/** Asks for a withdrawal as a partner. Returns its id. */
export async function requestWithdrawal(
  { baseUrl, apiKey }: Caller,
  { amountUsd, toAddress, key }: Wanted,
): Promise<string> {
  const body = { amount: amountUsd, toAddress };
  const path = "/v1/partner/withdrawal";
  return (await partnerApi(baseUrl, apiKey)<{ id: string }>(path, body, key)).id;
}

export async function approveWithdrawal(administrator: Administrator, id: string): Promise<void> {
  await administrator.call(`/admin/withdrawals/${id}/approve`, { totp: administrator.code() });
}

/** Waits until a withdrawal is completed. Returns its transaction. */
export function untilCompleted({ baseUrl, apiKey }: Caller, id: string): Promise<string> {
  const api = partnerApi(baseUrl, apiKey);
  return until(`${id} is completed`, async () => {
    type Answer = { status: string; txHash?: string };
    const { status, txHash } = await api<Answer>(`/v1/partner/withdrawal/${id}`);
    return status === "completed" ? txHash : undefined;
  });
}
