import { contract } from "@/lib/contract/contract";
import { exampleHealth, healthSchema } from "./schema";

export const getServiceHealthContract = contract({
  id: "getServiceHealth",
  method: "GET",
  path: "/api/admin/health",
  tag: "Administration",
  summary: "Chains, deliveries, background work and database, with what to do for each trouble",
  description:
    "From the database alone: no node is asked. What is held on chain is told by `/api/admin/treasury`.",
  audience: "admin",
  data: healthSchema,
  message: "Health of the service",
  errors: [],
  examples: { data: exampleHealth },
});
