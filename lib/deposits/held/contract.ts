import { z } from "zod";
import { SECOND_FACTOR_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import {
  cursorPagination,
  cursorQuery,
  isIdCursor,
  periodQuery,
  text,
} from "@/lib/contract/fields";
import { listOfIds } from "@/lib/contract/list-of";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { totpCode } from "@/lib/identity/fields";
import { exampleHeldDeposit, HELD_STATES, heldDepositSchema } from "./schema";

const MAX_SEARCH_CHARACTERS = 100;
const idParams = z.object({ id: z.string() });
const params = { id: exampleHeldDeposit.depositId };

/** The filters of the list and of its export. */
const heldFilters = {
  state: z.enum(HELD_STATES).default("held"),
  partnerId: listOfIds.optional(),
  search: text(1, MAX_SEARCH_CHARACTERS).optional().meta({
    description: "An id, a transaction hash, an address, or the beginning of a partner's name",
  }),
  ...periodQuery,
};

export const listHeldDepositsContract = contract({
  id: "listHeldDeposits",
  method: "GET",
  path: "/api/admin/held-deposits",
  tag: "Administration",
  summary: "Deposits to addresses of terminated cards and deleted users",
  description:
    "Held deposits, oldest first. With `state` = `credited`: credited ones, newest first.",
  audience: "admin",
  query: z.object({
    ...cursorQuery(isIdCursor("dep")),
    ...heldFilters,
  }),
  data: z.object({ deposits: z.array(heldDepositSchema), pagination: cursorPagination }),
  message: "Held deposits",
  errors: [],
  examples: {
    data: { deposits: [exampleHeldDeposit], pagination: { skip: 0, limit: 50, total: 1 } },
  },
});

export const exportHeldDepositsContract = contract({
  id: "exportHeldDeposits",
  method: "GET",
  path: "/api/admin/held-deposits/export",
  tag: "Administration",
  summary: "Held deposits as CSV",
  audience: "admin",
  query: z.object(heldFilters),
  data: z.instanceof(Response),
  message: "Held deposits as CSV",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response("deposit,state\r\n") },
});

export const getHeldDepositContract = contract({
  id: "getHeldDeposit",
  method: "GET",
  path: "/api/admin/held-deposits/{id}",
  tag: "Administration",
  summary: "A held deposit",
  audience: "admin",
  params: idParams,
  data: heldDepositSchema,
  message: "Held deposit",
  errors: ["HELD_DEPOSIT_NOT_FOUND"],
  examples: { params, data: exampleHeldDeposit },
});

export const releaseHeldDepositContract = contract({
  id: "releaseHeldDeposit",
  method: "POST",
  path: "/api/admin/held-deposits/{id}/release",
  tag: "Administration",
  summary: "Credit a held deposit to the partner's wallet",
  description:
    "Credits the deposit once, to the wallet of the partner that owns the address. The partner gets the event `wallet.deposit.crypto`.",
  audience: "admin",
  roles: ["admin", "approver"],
  params: idParams,
  body: z.object({ reason: text(1, MAX_REASON_CHARACTERS), totp: totpCode }),
  data: heldDepositSchema,
  message: "Deposit credited",
  errors: [
    "DEPOSIT_NOT_ON_CHAIN",
    "HELD_DEPOSIT_CREDITED",
    "HELD_DEPOSIT_NOT_FOUND",
    ...SECOND_FACTOR_ERRORS,
  ],
  examples: {
    params,
    body: { reason: "Agreed with the partner by email on 20 November", totp: "492039" },
    data: {
      ...exampleHeldDeposit,
      state: "credited",
      release: {
        personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b3",
        personName: "Ines Moreau",
        reason: "Agreed with the partner by email on 20 November",
        at: "2026-11-21T10:05:00.000Z",
        serviceTransactionId: "txn_01k9x75d2r8e5t2v7w4y0z1a2b3",
      },
    },
  },
});
