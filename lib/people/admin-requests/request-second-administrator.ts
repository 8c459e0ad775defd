import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AnyContract } from "@/lib/contract/contract";
import type { AdminContext } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { presentAdminRequest } from "./present";
import { ADMIN_REQUEST_HOURS } from "./schema";
import { insertRequest, type NewAdminRequestRow, readStoredRequest } from "./store";

type Wanted = Pick<NewAdminRequestRow, "kind" | "targetId" | "details">;

/**
 * Stores a change that a second administrator must confirm, after the first one confirmed it with a code. The request
 * is pending for 72 hours and replaces an earlier request for the same change.
 * @returns the request as the first administrator sees it
 * @throws ServiceError ROLE_NOT_ALLOWED when the requester is no longer an admin; OWNER_REQUEST_WAITS when an invitation of another
 * owner of the same partner is pending.
 */
export async function requestSecondAdministrator<C extends AnyContract>(
  context: AdminContext<C>,
  { kind, targetId, details }: Wanted,
) {
  const { person } = context;
  // The confirmation compares these times with the same clock.
  const at = await databaseTimeOf(context.at);
  const id = newId("arq");
  const expiresAt = new Date(at.getTime() + ADMIN_REQUEST_HOURS * HOUR_MS);
  const row = { id, kind, targetId, details, requestedBy: person.id, createdAt: at, expiresAt };
  const entry = { targetId, before: null, after: { requestId: id, kind, ...details } };
  const outcome = await auditAdminAction(context, "second_administrator.request", entry, () =>
    insertRequest(row),
  );
  if (outcome === "waits") throw new ServiceError("OWNER_REQUEST_WAITS");
  if (outcome === "not_allowed") throw new ServiceError("ROLE_NOT_ALLOWED");
  return presentAdminRequest(await readStoredRequest(id, person.id, at));
}
