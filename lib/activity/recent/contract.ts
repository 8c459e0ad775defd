import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { activitySchema } from "./schema";

export const getRecentActivityContract = contract({
  id: "getRecentActivity",
  method: "GET",
  path: "/api/v1/partner/activity",
  tag: "Overview",
  summary: "Get Recent Activity",
  description:
    "The latest card and wallet transactions. A purchase and its cross-border fee are one line, and so are fees of one kind that follow one another.",
  audience: "dashboard",
  data: z.object({ activities: z.array(activitySchema).meta({ description: "Newest first" }) }),
  message: "Recent activity",
  errors: [],
  examples: {
    data: {
      activities: [
        {
          kind: "card",
          id: "txn_01k9x71f8r8e5t2v7w4y0z1a2b3",
          text: "Purchase at Deutsche Bahn",
          last4: "4242",
          person: "Amara Okafor",
          count: 1,
          amount: 61.3,
          createdAt: "2026-11-21T09:45:00.000Z",
          since: "2026-11-21T09:45:00.000Z",
          category: "authorization",
          status: "authorized",
          transactionType: "purchase",
          merchantName: "Deutsche Bahn",
          fxFee: 1.84,
        },
      ],
    },
  },
});
