import { ServiceError } from "@/lib/kernel/errors";
import { findFormerOwnerUntil } from "./sql-store";

/** The minutes of an instant, such as `2026-11-28 18:46 UTC`. */
const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/**
 * Refuses the only owner of a partner what takes two, while a former owner still counts.
 * Source: docs/decisions/0106-a-second-person-of-the-partner.md
 * @throws ServiceError SECOND_OWNER_NEEDED, with the time from which the only owner decides alone.
 */
export async function refuseOnlyOwner(partnerId: string, personId: string): Promise<void> {
  const until = await findFormerOwnerUntil(partnerId, personId);
  if (until === null) return;
  const text = `Another owner was removed or got another role less than 72 hours ago, so you cannot do this alone until ${minuteOf(until)}. Another owner can do it at once: invite one, or wait.`;
  throw new ServiceError("SECOND_OWNER_NEEDED", { text });
}
