import type { z } from "zod";
import { shownValues } from "../shown-values";
import type { PartnerAuditRow } from "./audit-list";
import { shownToPartner } from "./operator-fields";
import type { partnerAuditEntrySchema } from "./schema";

/** An entry in the form for its partner. The operator's people are not named, and of their entries only some fields are shown. */
export function presentPartnerEntry(row: PartnerAuditRow): z.input<typeof partnerAuditEntrySchema> {
  const entry = {
    entryId: row.id,
    at: row.createdAt.toISOString(),
    action: row.action,
    targetId: row.targetId,
  };
  const { personId, personName, personEmail } = row;
  if (personId === null) {
    const [before, after] = [row.before, row.after].map((details) =>
      shownToPartner(row.action, details),
    );
    return { ...entry, actor: "operator", ...(before && { before }), ...(after && { after }) };
  }
  const [before, after] = [shownValues(row.before), shownValues(row.after)];
  return {
    ...entry,
    actor: "person",
    personId,
    ...(personName !== null && { personName }),
    ...(personEmail !== null && { personEmail }),
    ...(before && { before }),
    ...(after && { after }),
    ...(row.ipAddress !== null && { ipAddress: row.ipAddress }),
    ...(row.requestId !== null && { requestId: row.requestId }),
  };
}
