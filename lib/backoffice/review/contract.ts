import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { exampleAdminWithdrawal } from "../schema";
import { exampleOutlook, exampleReview, outlookSchema, reviewSchema } from "./schema";

const params = z.object({ id: z.string() });
const examples = { params: { id: exampleAdminWithdrawal.id } };

export const reviewWithdrawalContract = contract({
  id: "reviewWithdrawal",
  method: "GET",
  path: "/api/admin/withdrawals/{id}/review",
  tag: "Administration",
  summary: "What is known of a withdrawal before it is decided, and what became of it",
  audience: "admin",
  params,
  data: reviewSchema,
  message: "Review",
  errors: ["WITHDRAWAL_NOT_FOUND"],
  examples: { ...examples, data: exampleReview },
});

export const getPayoutOutlookContract = contract({
  id: "getPayoutOutlook",
  method: "GET",
  path: "/api/admin/withdrawals/{id}/outlook",
  tag: "Administration",
  summary: "Whom a withdrawal would be paid to, and what is left after it, by the chain",
  description: "What the chain's node does not answer in time is left out, or `unknown`.",
  audience: "admin",
  params,
  data: outlookSchema,
  message: "Outlook",
  errors: ["WITHDRAWAL_NOT_FOUND"],
  examples: { ...examples, data: exampleOutlook },
});
