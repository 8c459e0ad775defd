import { z } from "zod";
import { SECOND_FACTOR_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { secret } from "@/lib/contract/sensitive";
import { totpCode } from "@/lib/identity/fields";
import { adminRequestSchema, EXAMPLE_ADMIN_REQUEST } from "./schema";

const PATH = "/api/admin/requests";
const shared = { tag: "Administration", audience: "admin" } as const;
const idParams = z.object({ id: z.string() });
const exampleParams = { id: EXAMPLE_ADMIN_REQUEST.requestId };

export const listAdminRequestsContract = contract({
  ...shared,
  id: "listAdminRequests",
  method: "GET",
  path: PATH,
  summary: "List requests that wait for a second administrator",
  description: "Newest first: at most 100.",
  data: z.object({
    requests: z.array(adminRequestSchema),
    areTwoNeeded: z.boolean().meta({
      description:
        "Whether two administrators decide on fees, limits, operators and rules of approvals: two independent administrators exist, or some partner has an amount above which two approve",
    }),
  }),
  message: "Requests",
  errors: [],
  examples: { data: { requests: [EXAMPLE_ADMIN_REQUEST], areTwoNeeded: true } },
});

export const confirmAdminRequestContract = contract({
  ...shared,
  id: "confirmAdminRequest",
  method: "POST",
  path: `${PATH}/{id}/confirm`,
  summary: "Confirm a request of another administrator",
  description:
    "Makes the change immediately. Needs a code. The link of an invitation is only in this response. You and an operator whom you invite then count as one where two approvals are needed.",
  roles: ["admin"],
  params: idParams,
  body: z.object({ totp: totpCode }),
  data: z.object({ confirmed: z.literal(true), inviteUrl: secret(z.string()).optional() }),
  message: "Request confirmed",
  errors: [
    "ADMIN_REQUEST_NOT_FOUND",
    "ADMIN_REQUEST_STALE",
    "MAIL_NOT_CONFIGURED",
    "PERSON_EXISTS",
    "SECOND_ADMINISTRATOR_NEEDED",
    ...SECOND_FACTOR_ERRORS,
  ],
  examples: { params: exampleParams, body: { totp: "492039" }, data: { confirmed: true } },
});

export const cancelAdminRequestContract = contract({
  ...shared,
  id: "cancelAdminRequest",
  method: "DELETE",
  path: `${PATH}/{id}`,
  summary: "Cancel a request that waits for a second administrator",
  description: "Any administrator may cancel it.",
  roles: ["admin"],
  params: idParams,
  data: z.object({ cancelled: z.literal(true) }),
  message: "Request cancelled",
  errors: ["ADMIN_REQUEST_NOT_FOUND"],
  examples: { params: exampleParams, data: { cancelled: true } },
});
