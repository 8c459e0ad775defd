import { z } from "zod";
import { exampleAdminPartner } from "@/lib/backoffice/schema";
import { contract } from "@/lib/contract/contract";
import { timestamp, usd } from "@/lib/contract/fields";

/** The number of days, today included. */
export const CARD_DAYS = 30;

const counts = {
  spend: usd.meta({ description: "Purchases and cash withdrawals" }),
  approved: z.int().meta({ description: "Approved authorizations, also those reversed later" }),
  declined: z.int().meta({ description: "Declined authorizations" }),
};

export const getPartnerCardDaysContract = contract({
  id: "getPartnerCardDays",
  method: "GET",
  path: "/api/admin/partners/{id}/card-days",
  tag: "Administration",
  summary: "Card spend and approvals of a partner on each of the last 30 days",
  description: "Days of UTC, oldest first. The last one is today, which is not over.",
  audience: "admin",
  params: z.object({ id: z.string() }),
  data: z.object({
    from: timestamp,
    to: timestamp.meta({ description: "The end of the last day, exclusive" }),
    ...counts,
    days: z.array(z.object({ date: z.iso.date(), ...counts })),
  }),
  message: "Card spend by day",
  errors: ["PARTNER_NOT_FOUND"],
  examples: {
    params: { id: exampleAdminPartner.partnerId },
    data: {
      from: "2026-10-23T00:00:00.000Z",
      to: "2026-11-22T00:00:00.000Z",
      spend: 161.3,
      approved: 3,
      declined: 1,
      days: [
        { date: "2026-11-20", spend: 100, approved: 2, declined: 0 },
        { date: "2026-11-21", spend: 61.3, approved: 1, declined: 1 },
      ],
    },
  },
});
