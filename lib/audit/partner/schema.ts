import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";
import { details } from "../schema";

export const partnerAuditEntrySchema = z
  .object({
    entryId: z.string(),
    at: timestamp,
    action: z.string().meta({
      description:
        "The operation of a team member, such as `createApiKey`, or an action of the operator",
    }),
    targetId: z.string().meta({ description: "The id of the changed object" }),
    actor: z.enum(["person", "operator"]).meta({
      description: "A team member, or the operator of the service",
    }),
    personId: z.string().optional().meta({ description: "For a team member" }),
    personName: personal(z.string()).optional(),
    personEmail: personal(z.string()).optional(),
    before: details,
    after: details,
    ipAddress: personal(z.string()).optional().meta({ description: "For a team member" }),
    requestId: z.string().optional().meta({ description: "For a team member" }),
  })
  .meta({ id: "AuditEntry" });
