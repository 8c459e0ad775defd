import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { statementSchema } from "../schema";
import { monthQuery } from "./month-query";

const params = z.object({ id: z.string() });
const examplePartnerId = "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3";
const exampleStatement: z.input<typeof statementSchema> = {
  partnerId: examplePartnerId,
  name: "Northwind Travel",
  month: "2026-11",
  from: "2026-11-01T00:00:00.000Z",
  until: "2026-12-01T00:00:00.000Z",
  isFinal: true,
  opening: 0,
  lines: [{ type: "deposit", count: 1, amount: 1_000, feesWithin: 0 }],
  closing: 1_000,
  difference: 0,
};

export const getStatementContract = contract({
  id: "getStatement",
  method: "GET",
  path: "/api/admin/books/partners/{id}/statement",
  tag: "Administration",
  summary: "A partner's wallet over a month, in UTC",
  audience: "admin",
  params,
  query: z.object({ month: monthQuery }),
  data: statementSchema,
  message: "Statement",
  errors: ["PARTNER_NOT_FOUND"],
  examples: {
    params: { id: examplePartnerId },
    query: { month: "2026-11" },
    data: exampleStatement,
  },
});

export const exportStatementContract = contract({
  id: "exportStatement",
  method: "GET",
  path: "/api/admin/books/partners/{id}/statement/lines",
  tag: "Administration",
  summary: "The lines of a statement, as CSV",
  audience: "admin",
  params,
  query: z.object({ month: monthQuery }),
  data: z.instanceof(Response),
  message: "Statement as CSV",
  errors: ["PARTNER_NOT_FOUND", "RATE_LIMITED"],
  examples: {
    params: { id: examplePartnerId },
    query: { month: "2026-11" },
    data: new Response("time (UTC),type,amount (USD)\r\n"),
  },
});

export const exportPartnerStatementPdfContract = contract({
  id: "exportPartnerStatementPdf",
  method: "GET",
  path: "/api/admin/books/partners/{id}/statement/pdf",
  tag: "Administration",
  summary: "A statement as PDF",
  description: "The same document as the partner's.",
  audience: "admin",
  params,
  query: z.object({ month: monthQuery }),
  data: z.instanceof(Response),
  message: "Statement as PDF",
  errors: ["PARTNER_NOT_FOUND"],
  examples: {
    params: { id: examplePartnerId },
    query: { month: "2026-11" },
    data: new Response("%PDF-1.7"),
  },
});

export const getOwnStatementContract = contract({
  id: "getOwnStatement",
  method: "GET",
  path: "/api/v1/partner/statement",
  tag: "Wallet",
  summary: "Get Statement",
  description:
    "The wallet's opening balance, the sum of each kind of entry and the closing balance of a month in UTC.",
  audience: "dashboard",
  query: z.object({ month: monthQuery }),
  data: statementSchema,
  message: "Statement",
  errors: [],
  examples: { query: { month: "2026-11" }, data: exampleStatement },
});

export const exportOwnStatementContract = contract({
  id: "exportOwnStatement",
  method: "GET",
  path: "/api/v1/partner/export/statement",
  tag: "Exports",
  summary: "Export Statement",
  description: "The wallet's entries of a month in UTC, between its opening and closing balance.",
  audience: "dashboard",
  query: z.object({ month: monthQuery }),
  data: z.instanceof(Response),
  message: "Export",
  errors: [],
  examples: {
    query: { month: "2026-11" },
    data: new Response("time (UTC),type,amount (USD)\r\n"),
  },
});

export const exportStatementPdfContract = contract({
  id: "exportStatementPdf",
  method: "GET",
  path: "/api/v1/partner/export/statement-pdf",
  tag: "Exports",
  summary: "Export Statement as PDF",
  description:
    "The wallet's opening balance, the sum of each kind of entry and the closing balance of a month in UTC.",
  audience: "dashboard",
  query: z.object({ month: monthQuery }),
  data: z.instanceof(Response),
  message: "Export",
  errors: [],
  examples: { query: { month: "2026-11" }, data: new Response("%PDF-1.7") },
});
