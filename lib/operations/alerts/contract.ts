import { z } from "zod";
import { ALERT_KINDS, alertDefinition, isClosedByPeople } from "@/lib/alerts/catalogue";
import { contract } from "@/lib/contract/contract";
import { text } from "@/lib/contract/fields";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { totpCode } from "@/lib/identity/fields";

const alertId = "alr_01k9x75d2r8e5t2v7w4y0z1a2b3";

/** The kinds that people close, and that are opened again or not when their cause recurs. */
const closed = (reopens: boolean): string =>
  ALERT_KINDS.filter(
    (kind) => isClosedByPeople(kind) && alertDefinition(kind).reopens === reopens,
  ).join(", ");

export const settleAlertContract = contract({
  id: "settleAlert",
  method: "POST",
  path: "/api/admin/alerts/{id}/close",
  tag: "Administration",
  summary: "Close an alert whose end the service cannot detect",
  description: `Kinds that administrators may close: ${closed(true)}, which are opened again when their cause recurs, and ${closed(false)}, which stay closed. Every other alert closes automatically.`,
  audience: "admin",
  roles: ["admin"],
  params: z.object({ id: z.string() }),
  body: z.object({ reason: text(1, MAX_REASON_CHARACTERS), totp: totpCode }),
  data: z.object({ id: z.string(), closed: z.literal(true) }),
  message: "Alert closed",
  errors: [
    "ALERT_CLOSES_BY_ITSELF",
    "ALERT_NOT_FOUND",
    "SECOND_FACTOR_INVALID",
    "SECOND_FACTOR_LOCKED",
  ],
  examples: {
    params: { id: alertId },
    body: { reason: "The partner sent the amount again, ticket 4711", totp: "492039" },
    data: { id: alertId, closed: true },
  },
});
