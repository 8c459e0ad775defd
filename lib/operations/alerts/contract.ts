import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { text } from "@/lib/contract/fields";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { totpCode } from "@/lib/identity/fields";

const alertId = "alr_01k9x75d2r8e5t2v7w4y0z1a2b3";

export const settleAlertContract = contract({
  id: "settleAlert",
  method: "POST",
  path: "/api/admin/alerts/{id}/close",
  tag: "Administration",
  summary: "Close an alert whose end only people see",
  description:
    "Of deposits that a reorganisation took away, and of payments that were lost or given twice: for good. Of an address that could not be swept: until it is so again. Every other alert closes by itself.",
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
