import { contract } from "@/lib/contract/contract";
import { exampleHealth, healthSchema } from "./schema";

export const getServiceHealthContract = contract({
  id: "getServiceHealth",
  method: "GET",
  path: "/api/admin/health",
  tag: "Administration",
  summary:
    "State of chains, deliveries, background jobs and database, with a remedy for each problem",
  description:
    "Read from the database; no node is queried. `/api/admin/treasury` has the funds on chain.",
  audience: "admin",
  data: healthSchema,
  message: "Health of the service",
  errors: [],
  examples: { data: exampleHealth },
});
