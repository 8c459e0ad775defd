import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { secret } from "@/lib/contract/sensitive";
import { totpCode } from "@/lib/identity/fields";
import { adminRequestSchema } from "@/lib/people/admin-requests/schema";
import { email } from "@/lib/users/fields";
import {
  EXAMPLE_OPERATOR,
  EXAMPLE_OPERATOR_INVITATION,
  operatorInvitationSchema,
  operatorRole,
  operatorSchema,
} from "./schema";

const PATH = "/api/admin/operators";
const shared = { tag: "Administration", audience: "admin" } as const;
const onlyAdmins = { ...shared, roles: ["admin"] } as const;
const idParams = z.object({ id: z.string() });
/**
 * These changes decide who can approve, so they need a second-factor code too. Source:
 * docs/decisions/0020-second-approver.md
 */
const CONFIRMED = ["SECOND_FACTOR_INVALID", "SECOND_FACTOR_LOCKED"] as const;
const waiting = adminRequestSchema
  .optional()
  .meta({ description: "When a second administrator must confirm it" });
const EXAMPLE_CODE = "492039";
const exampleParams = { id: EXAMPLE_OPERATOR.personId };

export const listOperatorsContract = contract({
  ...shared,
  id: "listOperators",
  method: "GET",
  path: PATH,
  summary: "The operator's people, and who is invited",
  data: z.object({
    operators: z.array(operatorSchema),
    invitations: z.array(operatorInvitationSchema),
  }),
  message: "Operators",
  errors: [],
  examples: {
    data: { operators: [EXAMPLE_OPERATOR], invitations: [EXAMPLE_OPERATOR_INVITATION] },
  },
});

export const inviteOperatorContract = contract({
  ...onlyAdmins,
  id: "inviteOperator",
  method: "POST",
  path: `${PATH}/invitations`,
  summary: "Invite one of the operator's people",
  description:
    "Makes a link that lets one person in, once, for three days. They set a password and an authenticator. The link is in this answer and nowhere else. Needs a code. Where some withdrawals need two approvals, an admin or approver is invited by two administrators: the answer has a `request` that waits for the second one, and no invitation.",
  body: z.object({ email, role: operatorRole, totp: totpCode }),
  data: operatorInvitationSchema
    .partial()
    .extend({ inviteUrl: secret(z.string()).optional(), request: waiting }),
  status: 201,
  message: "Operator invited",
  errors: ["PERSON_EXISTS", ...CONFIRMED],
  examples: {
    body: { email: EXAMPLE_OPERATOR_INVITATION.email, role: "auditor", totp: EXAMPLE_CODE },
    data: {
      ...EXAMPLE_OPERATOR_INVITATION,
      inviteUrl: "https://cards.example.com/invite/Q2FzdGxlIG9uIHRoZSBoaWxs",
    },
  },
});

export const revokeOperatorInvitationContract = contract({
  ...onlyAdmins,
  id: "revokeOperatorInvitation",
  method: "DELETE",
  path: `${PATH}/invitations/{id}`,
  summary: "Take an invitation back",
  params: idParams,
  data: z.object({ revoked: z.literal(true) }),
  message: "Invitation revoked",
  errors: ["INVITATION_NOT_FOUND"],
  examples: {
    params: { id: EXAMPLE_OPERATOR_INVITATION.invitationId },
    data: { revoked: true },
  },
});

export const changeOperatorRoleContract = contract({
  ...onlyAdmins,
  id: "changeOperatorRole",
  method: "PATCH",
  path: `${PATH}/{id}`,
  summary: "Change an operator's role",
  description:
    "Holds from the person's next request on. The last admin stays one. Who is an admin no more takes their open invitations along. Needs a code. Where some withdrawals need two approvals, a role that decides more waits for a second administrator: the answer has the `request`, and the role as it stays until then.",
  params: idParams,
  body: z.object({ role: operatorRole, totp: totpCode }),
  data: operatorSchema.extend({ request: waiting }),
  message: "Role changed",
  errors: ["PERSON_NOT_FOUND", "LAST_ADMIN", ...CONFIRMED],
  examples: {
    params: exampleParams,
    body: { role: "approver", totp: EXAMPLE_CODE },
    data: EXAMPLE_OPERATOR,
  },
});

export const removeOperatorContract = contract({
  ...onlyAdmins,
  id: "removeOperator",
  method: "DELETE",
  path: `${PATH}/{id}`,
  summary: "Remove one of the operator's people",
  description:
    "Their sessions end at once, and so do invitations of theirs that are open. What they did stays in the audit log. The last admin stays. Needs a code.",
  params: idParams,
  body: z.object({ totp: totpCode }),
  data: z.object({ removed: z.literal(true) }),
  message: "Operator removed",
  errors: ["PERSON_NOT_FOUND", "LAST_ADMIN", ...CONFIRMED],
  examples: { params: exampleParams, body: { totp: EXAMPLE_CODE }, data: { removed: true } },
});

export const endOperatorSessionsContract = contract({
  ...onlyAdmins,
  id: "endOperatorSessions",
  method: "DELETE",
  path: `${PATH}/{id}/sessions`,
  summary: "End all sessions of one of the operator's people",
  description: "At once, one's own current session too. They can sign in again.",
  params: idParams,
  data: z.object({ ended: z.int() }),
  message: "Sessions ended",
  errors: ["PERSON_NOT_FOUND"],
  examples: { params: exampleParams, data: { ended: 2 } },
});

export const unlockOperatorContract = contract({
  ...onlyAdmins,
  id: "unlockOperator",
  method: "POST",
  path: `${PATH}/{id}/unlock`,
  summary: "Unlock one of the operator's people",
  description: "Forgets all failed attempts, at sign-ins and in sessions. Needs a code.",
  params: idParams,
  body: z.object({ totp: totpCode }),
  data: z.object({ unlocked: z.literal(true) }),
  message: "Operator unlocked",
  errors: ["PERSON_NOT_FOUND", ...CONFIRMED],
  examples: { params: exampleParams, body: { totp: EXAMPLE_CODE }, data: { unlocked: true } },
});
