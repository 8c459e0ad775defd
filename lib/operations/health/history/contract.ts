import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { healthHistorySchema } from "./schema";

export const getHealthHistoryContract = contract({
  id: "getHealthHistory",
  method: "GET",
  path: "/api/admin/health/history",
  tag: "Administration",
  summary: "States of the components, chains and background jobs over the last day or week",
  description:
    "Sampled every 5 minutes and kept for 30 days. The points of a day are of half an hour, those of a week of 3 hours.",
  audience: "admin",
  query: z.object({ range: z.enum(["24h", "7d"]).default("24h") }),
  data: healthHistorySchema,
  message: "History of the service's health",
  errors: [],
  examples: {
    data: {
      from: "2026-11-20T10:00:00.000Z",
      until: "2026-11-21T10:00:00.000Z",
      intervalS: 1_800,
      components: [
        {
          component: "api",
          points: [
            { at: "2026-11-21T09:30:00.000Z", state: "up", value: 38, total: 4_210, failed: 0 },
          ],
        },
      ],
    },
  },
});
