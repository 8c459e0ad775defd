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
  summary: "Facts for the decision on a withdrawal, and its payout",
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
  summary: "Recipient and remaining funds of a payout, from the chain",
  description: "Facts that the chain's node does not return in time are absent or `unknown`.",
  audience: "admin",
  params,
  data: outlookSchema,
  message: "Outlook",
  errors: ["WITHDRAWAL_NOT_FOUND"],
  examples: { ...examples, data: exampleOutlook },
});
