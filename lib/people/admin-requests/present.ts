import type { z } from "zod";
import type { OperatorRole } from "@/lib/contract/roles";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { presentTerms } from "@/lib/withdrawals/policy/present";
import { termsOf } from "@/lib/withdrawals/policy/stored-terms";
import type { adminRequestSchema } from "./schema";
import type { AdminRequestRow } from "./store";
import { presentStoredSettings } from "./stored-settings";

/** Converts a row to its response. */
export function presentAdminRequest({
  id,
  details,
  createdAt,
  expiresAt,
  obstacle,
  ...row
}: AdminRequestRow): z.input<typeof adminRequestSchema> {
  const { fromMicroUsd, toMicroUsd, fromRole, role, fromPolicy, toPolicy } = details;
  const { fromSettings, toSettings, issuer, email } = details;
  const inUsd = (microUsd: string) => usdFromMicroUsd(BigInt(microUsd));
  return {
    requestId: id,
    ...row,
    ...(fromMicroUsd !== undefined && { fromAmount: inUsd(fromMicroUsd) }),
    ...(toMicroUsd !== undefined && { toAmount: toMicroUsd === null ? null : inUsd(toMicroUsd) }),
    ...(fromSettings && { fromSettings: presentStoredSettings(fromSettings) }),
    ...(toSettings && { toSettings: presentStoredSettings(toSettings) }),
    ...(fromPolicy && { fromPolicy: presentTerms(termsOf(fromPolicy)) }),
    ...(toPolicy && { toPolicy: presentTerms(termsOf(toPolicy)) }),
    ...(issuer !== undefined && { issuer }),
    ...(row.kind === "partner_owner" && email !== undefined && { email }),
    ...(fromRole !== undefined && { fromRole: fromRole as OperatorRole }),
    ...(role !== undefined && { toRole: role as OperatorRole }),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(obstacle !== null && { obstacle }),
  };
}
