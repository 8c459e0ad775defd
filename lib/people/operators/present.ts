import type { z } from "zod";
import type { operatorInvitationSchema, operatorSchema } from "./schema";
import type { OperatorRow } from "./sql-store";
import type { OperatorInvitationRow } from "./store";

/** Converts a row to its response. */
export function presentOperator(
  { id, createdAt, lastSignInAt, lockedUntil, approvesFrom, sponsor, ...row }: OperatorRow,
  viewerId: string,
): z.input<typeof operatorSchema> {
  return {
    personId: id,
    ...row,
    isYou: id === viewerId,
    createdAt: createdAt.toISOString(),
    ...(lastSignInAt && { lastSignInAt: lastSignInAt.toISOString() }),
    ...(lockedUntil && { lockedUntil: lockedUntil.toISOString() }),
    ...(approvesFrom && { approvesFrom: approvesFrom.toISOString() }),
    ...(sponsor !== null && { sponsor }),
  };
}

/** Converts a row to its response. */
export function presentOperatorInvitation({
  id,
  createdAt,
  expiresAt,
  ...row
}: OperatorInvitationRow): z.input<typeof operatorInvitationSchema> {
  return {
    invitationId: id,
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
