import { z } from "zod";
import { contract } from "@/lib/contract/contract";

const shared = {
  method: "GET",
  tag: "Exports",
  audience: "dashboard",
  data: z.instanceof(Response),
  message: "Export",
} as const;

export const exportDepositReceiptContract = contract({
  ...shared,
  id: "exportDepositReceipt",
  path: "/api/v1/partner/export/deposit-receipt/{depositId}",
  summary: "Export Deposit Receipt",
  description: "A PDF of a booked deposit. It states the status if the deposit is not credited.",
  params: z.object({ depositId: z.string() }),
  errors: ["DEPOSIT_NOT_FOUND"],
  examples: {
    params: { depositId: "dep_01k9x7b2d8e5t2v7w4y0z1a2b3" },
    data: new Response("%PDF-1.7"),
  },
});

export const exportWithdrawalReceiptContract = contract({
  ...shared,
  id: "exportWithdrawalReceipt",
  path: "/api/v1/partner/export/withdrawal-receipt/{id}",
  summary: "Export Withdrawal Receipt",
  description: "A PDF of a withdrawal. It states the status if the withdrawal is not completed.",
  params: z.object({ id: z.string() }),
  errors: ["WITHDRAWAL_NOT_FOUND"],
  examples: { params: { id: "wd_01k9x7b2d8e5t2v7w4y0z1a2b3" }, data: new Response("%PDF-1.7") },
});
