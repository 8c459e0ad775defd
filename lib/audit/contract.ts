import { z } from "zod";
import { exampleCheck } from "@/lib/checks/schema";
import { contract } from "@/lib/contract/contract";
import {
  cursorQuery,
  instant,
  isIdCursor,
  opaque,
  uncountedPagination,
} from "@/lib/contract/fields";
import { listOfIds } from "@/lib/contract/list-of";
import { auditEntrySchema, auditLogSchema } from "./schema";

const MAX_CHARACTERS = 254;

const filter = opaque(1, MAX_CHARACTERS).optional();

/** The filters of the list and of its export. */
const auditFilters = {
  person: filter.meta({ description: "A person's id or full email" }),
  action: listOfIds.optional().meta({ description: "One or more actions, separated by commas" }),
  target: filter.meta({ description: "The id of the changed object" }),
  partner: listOfIds.optional().meta({
    description:
      "One or more partners' ids, separated by commas, or `operator` for the operator's people",
  }),
  from: instant.optional(),
  until: instant.optional(),
};

const exampleEntry: z.input<typeof auditEntrySchema> = {
  entryId: "aud_01k9x6k2v8e5t2v7w4y0z1a2b3",
  at: "2026-11-21T10:05:00.000Z",
  action: "withdrawal.approve",
  targetId: "wd_01k9x75d2r8e5t2v7w4y0z1a2b3",
  personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b3",
  personName: "Ines Duarte",
  personEmail: "ines@example.com",
  before: { status: "pending" },
  after: { status: "approved" },
  ipAddress: "203.0.113.7",
  requestId: "req_01k9x6k2v8e5t2v7w4y0z1a2b3",
  position: 1,
  hash: "5d1b7a3d8c9a4f0c2b6e1f7a9d3c5b8e0f2a4c6e8d0b1a3c5e7f9b2d4a6c8e01",
};
const exampleLog: z.input<typeof auditLogSchema> = {
  entries: 1,
  hash: exampleEntry.hash ?? "",
  actions: ["withdrawal.approve"],
  check: { ...exampleCheck, entries: 1, hash: exampleEntry.hash ?? "", faults: [] },
};

export const listAuditEntriesContract = contract({
  id: "listAuditEntries",
  method: "GET",
  path: "/api/admin/audit",
  tag: "Administration",
  summary: "Audit entries, newest first",
  description:
    "With several filters, a page compares some thousands of entries. It can have fewer entries than `limit`, or none: `nextCursor` continues the search.",
  audience: "admin",
  query: z.object({
    ...cursorQuery(isIdCursor("aud")),
    ...auditFilters,
  }),
  data: z.object({ entries: z.array(auditEntrySchema), pagination: uncountedPagination }),
  message: "Audit log",
  errors: [],
  examples: { data: { entries: [exampleEntry], pagination: { skip: 0, limit: 50 } } },
});

export const getAuditEntryContract = contract({
  id: "getAuditEntry",
  method: "GET",
  path: "/api/admin/audit/entries/{id}",
  tag: "Administration",
  summary: "An entry of the audit log",
  audience: "admin",
  params: z.object({ id: z.string() }),
  data: auditEntrySchema,
  message: "Entry of the audit log",
  errors: ["AUDIT_ENTRY_NOT_FOUND"],
  examples: { params: { id: exampleEntry.entryId }, data: exampleEntry },
});

export const getAuditLogContract = contract({
  id: "getAuditLog",
  method: "GET",
  path: "/api/admin/audit/log",
  tag: "Administration",
  summary: "Length of the audit log and result of its last verification",
  audience: "admin",
  data: auditLogSchema,
  message: "State of the audit log",
  errors: [],
  examples: { data: exampleLog },
});

export const verifyAuditLogContract = contract({
  id: "verifyAuditLog",
  method: "POST",
  path: "/api/admin/audit/verify",
  tag: "Administration",
  summary: "Verify the hashes of the audit log now",
  audience: "admin",
  roles: ["admin", "approver"],
  data: auditLogSchema,
  message: "Audit log verified",
  errors: [],
  examples: { data: exampleLog },
});

export const exportAuditEntriesContract = contract({
  id: "exportAuditEntries",
  method: "GET",
  path: "/api/admin/audit/export",
  tag: "Administration",
  summary: "Audit entries as CSV, newest first",
  audience: "admin",
  query: z.object(auditFilters),
  data: z.instanceof(Response),
  message: "Audit log as CSV",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response("time (UTC),action\r\n") },
});
