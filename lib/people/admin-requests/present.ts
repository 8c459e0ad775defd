import type { z } from "zod";
import type { OperatorRole } from "@/lib/contract/roles";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { adminRequestSchema } from "./schema";
import type { AdminRequestRow } from "./store";

/** Converts a row to its response. */
export function presentAdminRequest({
  id,
  details,
  createdAt,
  expiresAt,
  obstacle,
  ...row
}: AdminRequestRow): z.input<typeof adminRequestSchema> {
  const { fromMicroUsd, toMicroUsd, fromRole, role } = details;
  const inUsd = (microUsd: string) => usdFromMicroUsd(BigInt(microUsd));
  return {
    requestId: id,
    ...row,
    ...(fromMicroUsd !== undefined && { fromAmount: inUsd(fromMicroUsd) }),
    ...(toMicroUsd !== undefined && { toAmount: toMicroUsd === null ? null : inUsd(toMicroUsd) }),
    ...(fromRole !== undefined && { fromRole: fromRole as OperatorRole }),
    ...(role !== undefined && { toRole: role as OperatorRole }),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(obstacle !== null && { obstacle }),
  };
}
