import type { SignedInPerson } from "@/lib/contract/person";
import type { PartnerClient } from "../client";
import type { HistoryPlan } from "./steps";

/** An administrator who decides on withdrawals. */
export interface Decider {
  person: SignedInPerson;
  totpSecret: string;
}

/** The programme whose history is made, and the ids of what exists so far, by the numbers of the plan. */
export interface Programme {
  plan: HistoryPlan;
  partnerId: string;
  walletAddress: string;
  send: PartnerClient;
  decider: Decider;
  users: string[];
  cards: string[];
  withdrawals: string[];
  /** The purchases that were approved. */
  approved: Set<number>;
}

/** Returns the id with this number. @throws Error when its step has not run. */
export function idOf(ids: readonly string[], number: number): string {
  const id = ids[number];
  if (id === undefined) throw new Error(`nothing was made with number ${number}`);
  return id;
}

/** An amount of the plan, which has cents. */
export const microUsd = (amountUsd: number) => BigInt(Math.round(amountUsd * 100)) * 10_000n;
