import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { exampleAdminWithdrawal } from "../schema";

export const exportApprovalsContract = contract({
  id: "exportApprovals",
  method: "GET",
  path: "/api/admin/withdrawals/{id}/approvals",
  tag: "Administration",
  summary: "Approvals of a withdrawal with their signatures, as a JSON file",
  description: "`npm run verify-approvals` checks the file offline.",
  audience: "admin",
  params: z.object({ id: z.string() }),
  data: z.instanceof(Response),
  message: "Approvals",
  errors: ["WITHDRAWAL_NOT_FOUND", "RATE_LIMITED"],
  examples: {
    params: { id: exampleAdminWithdrawal.id },
    data: new Response('{"format":"withdrawal-approvals-1"}'),
  },
});
