import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import {
  cursorPagination,
  cursorQuery,
  isIdCursor,
  opaque,
  periodQuery,
} from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";
import { partnerAuditEntrySchema } from "./schema";

/** The roles of a partner's people that may read the audit log. */
export const AUDIT_ROLES = ["owner", "developer"] as const;

const PATH = "/api/v1/partner/audit";
const MAX_CHARACTERS = 254;
const shared = { method: "GET", tag: "Audit log", roles: AUDIT_ROLES } as const;

const filter = opaque(1, MAX_CHARACTERS).optional();

/** The filters of the list and of its export. */
export const partnerAuditFilters = {
  action: filter.meta({ description: "An action, such as `createApiKey` or `partner.settings`" }),
  actor: personal(opaque(1, MAX_CHARACTERS))
    .optional()
    .meta({ description: "A team member's id or full email, or `operator`" }),
  target: filter.meta({ description: "The id of the changed object" }),
  ...periodQuery,
};

const exampleEntry: z.input<typeof partnerAuditEntrySchema> = {
  entryId: "aud_01k9x6k2v8e5t2v7w4y0z1a2b3",
  at: "2026-11-21T10:05:00.000Z",
  action: "changeRole",
  targetId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b4",
  actor: "person",
  personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b3",
  personName: "Maya Okafor",
  personEmail: "maya@example.com",
  before: { role: "viewer" },
  after: { role: "developer" },
  ipAddress: "203.0.113.7",
  requestId: "req_01k9x6k2v8e5t2v7w4y0z1a2b3",
};

export const listAuditLogContract = contract({
  ...shared,
  id: "listAuditLog",
  scope: "read",
  path: PATH,
  summary: "List Audit Entries",
  description:
    "The changes of the partner's team, and what the operator did to the partner, newest first. Requests with an API key are in the request log.",
  query: z.object({ ...cursorQuery(isIdCursor("aud")), ...partnerAuditFilters }),
  data: z.object({ entries: z.array(partnerAuditEntrySchema), pagination: cursorPagination }),
  message: "Audit log",
  errors: [],
  examples: { data: { entries: [exampleEntry], pagination: { skip: 0, limit: 50, total: 1 } } },
});

export const getOwnAuditEntryContract = contract({
  ...shared,
  id: "getOwnAuditEntry",
  scope: "read",
  path: `${PATH}/{entryId}`,
  summary: "Get Audit Entry",
  params: z.object({ entryId: z.string() }),
  data: partnerAuditEntrySchema,
  message: "Audit entry",
  errors: ["AUDIT_ENTRY_NOT_FOUND"],
  examples: { params: { entryId: exampleEntry.entryId }, data: exampleEntry },
});

export const listAuditActionsContract = contract({
  method: "GET",
  tag: "Audit log",
  roles: AUDIT_ROLES,
  audience: "dashboard",
  id: "listAuditActions",
  path: `${PATH}-actions`,
  summary: "List Audit Actions",
  description: "The actions that have entries in the audit log.",
  data: z.object({ actions: z.array(z.string()) }),
  message: "Audit actions",
  errors: [],
  examples: { data: { actions: ["changeRole", "partner.settings"] } },
});
