import { isClosedByPeople } from "@/lib/alerts/catalogue";
import { findOpenAlert, settleAlert as storeSettled } from "@/lib/alerts/store";
import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { publishChange } from "@/lib/kernel/changes";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { settleAlertContract } from "./contract";

/**
 * Closes an open alert with a reason, after a check of a second-factor code.
 * @throws ServiceError ALERT_NOT_FOUND for one that is not open; ALERT_CLOSES_BY_ITSELF; those of a wrong code.
 */
export const settleAlert: AdminUseCase<typeof settleAlertContract> = async (context) => {
  const { person, input, at } = context;
  const { reason, totp } = input.body;
  await requireSecondFactor(person, totp, at);
  const alert = isId("alr", input.params.id) && (await findOpenAlert(input.params.id));
  if (!alert) throw new ServiceError("ALERT_NOT_FOUND");
  const { id, kind, subject } = alert;
  if (!isClosedByPeople(kind)) throw new ServiceError("ALERT_CLOSES_BY_ITSELF");
  const details = { targetId: id, before: { kind, subject }, after: { closed: true, reason } };
  const isClosed = await auditAdminAction(context, "alert.close", details, () =>
    storeSettled(id, { by: person.id, reason, at }),
  );
  if (!isClosed) throw new ServiceError("ALERT_NOT_FOUND");
  publishChange(null, ["alerts"]);
  return { id, closed: true as const };
};
