import * as proofs from "@/lib/accounting/proofs/contract";
import * as audit from "@/lib/audit/partner/contract";
import * as cards from "@/lib/cards/contract";
import * as disputes from "@/lib/cards/disputes/contract";
import * as evidenceFiles from "@/lib/cards/disputes/files/contract";
import type { AnyContract } from "@/lib/contract/contract";
import * as deposits from "@/lib/deposits/contract";
import * as profile from "@/lib/partners/profile/contract";
import * as clock from "@/lib/sandbox/clock/contract";
import * as sandbox from "@/lib/sandbox/contract";
import * as users from "@/lib/users/contract";
import * as wallet from "@/lib/wallet/contract";
import * as webhooks from "@/lib/webhooks/contract";
import * as withdrawals from "@/lib/withdrawals/contract";

/** Whether an export of a contract file is a contract, rather than a schema or a constant. */
export function isContract(value: unknown): value is AnyContract {
  return (
    typeof value === "object" &&
    value !== null &&
    ["id", "method", "path", "data", "errors"].every((name) => name in value)
  );
}

/** Whether API keys can call the endpoint; endpoints for sessions only are not in the reference. */
const isForKeys = ({ audience = "partner" }: AnyContract): boolean =>
  audience === "partner" || audience === "sandbox";

/** Every contract of the partner API, including the sandbox, in the order of the reference. */
export const CONTRACTS: readonly AnyContract[] = [
  users,
  cards,
  disputes,
  evidenceFiles,
  wallet,
  deposits,
  proofs,
  withdrawals,
  profile,
  webhooks,
  audit,
  sandbox,
  clock,
]
  .flatMap((module) => Object.values<unknown>(module).filter(isContract))
  .filter(isForKeys);
