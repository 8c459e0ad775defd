import type { z } from "zod";
import type { SsoFailure } from "@/lib/people/sso/sign-in/failures";
import { findConnection, listSsoPeople } from "@/lib/people/sso/store";
import type { requiredSsoSchema } from "./schema";

/**
 * Returns the single sign-on that a partner requires, with what tells whether its owners can still get in; undefined while
 * passwords are allowed.
 */
export async function findRequiredSso(
  partnerId: string,
): Promise<z.input<typeof requiredSsoSchema> | undefined> {
  const connection = await findConnection(partnerId);
  if (!connection?.isOnly) return undefined;
  const { issuer, breakGlass, usedAt, failedAt, failure } = connection;
  const people = await listSsoPeople(partnerId);
  const canUse = people.filter(
    ({ id, role, hasSecondFactor }) =>
      role === "owner" && hasSecondFactor && breakGlass.includes(id),
  );
  return {
    issuer,
    ...(usedAt && { lastUsedAt: usedAt.toISOString() }),
    ...(failedAt && {
      lastFailure: { reason: failure as SsoFailure, at: failedAt.toISOString() },
    }),
    breakGlassOwnerIds: canUse.map(({ id }) => id),
  };
}
