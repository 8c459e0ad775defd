import { z } from "zod";
import { adminWithdrawalSchema, exampleAdminWithdrawal } from "@/lib/backoffice/schema";
import { SECOND_FACTOR_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { text } from "@/lib/contract/fields";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { totpCode } from "@/lib/identity/fields";

const reason = "Confirmed with the list's publisher: the address was removed";

export const releaseScreeningContract = contract({
  id: "releaseScreening",
  method: "POST",
  path: "/api/admin/withdrawals/{id}/release",
  tag: "Administration",
  summary: "Release a withdrawal that the sanctions screening holds",
  description:
    "Only while pending, or approved and not signed. The withdrawal can then be approved, and is sent. The reason stays in the audit log; the partner does not see it.",
  audience: "admin",
  roles: ["admin"],
  params: z.object({ id: z.string() }),
  body: z.object({ reason: text(1, MAX_REASON_CHARACTERS), totp: totpCode }),
  data: adminWithdrawalSchema,
  message: "Withdrawal released",
  errors: [...SECOND_FACTOR_ERRORS, "WITHDRAWAL_NOT_FOUND", "WITHDRAWAL_NOT_SCREENED"],
  examples: {
    params: { id: exampleAdminWithdrawal.id },
    body: { reason, totp: "492039" },
    data: {
      ...exampleAdminWithdrawal,
      screening: {
        since: exampleAdminWithdrawal.createdAt,
        reason: "The address is on the sanctions list.",
        released: { at: "2026-11-21T11:00:00.000Z", by: "Ines Moreau", reason },
      },
    },
  },
});
