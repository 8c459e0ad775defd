import type { z } from "zod";
import type { auditEntrySchema } from "./schema";
import { shownValues } from "./shown-values";
import type { AuditRow } from "./store";

/** An entry in the form for administrators. */
export function presentEntry(row: AuditRow): z.output<typeof auditEntrySchema> {
  const [before, after] = [shownValues(row.before), shownValues(row.after)];
  return {
    entryId: row.id,
    at: row.createdAt.toISOString(),
    action: row.action,
    targetId: row.targetId,
    personId: row.personId,
    personName: row.personName,
    personEmail: row.personEmail,
    ...(row.partnerId !== null && { partnerId: row.partnerId }),
    ...(row.partnerName !== null && { partnerName: row.partnerName }),
    ...(before && { before }),
    ...(after && { after }),
    ...(row.ipAddress !== null && { ipAddress: row.ipAddress }),
    ...(row.requestId !== null && { requestId: row.requestId }),
    ...(row.position !== null && { position: Number(row.position) }),
    ...(row.hash !== null && { hash: row.hash }),
  };
}
