import { z } from "zod";
import { SECOND_FACTOR_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { secret } from "@/lib/contract/sensitive";
import { totpCode } from "@/lib/identity/fields";
import { adminRequestSchema, EXAMPLE_ADMIN_REQUEST } from "@/lib/people/admin-requests/schema";
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
const waiting = adminRequestSchema
  .optional()
  .meta({ description: "Present if a second administrator must confirm the change" });
/** A reset always needs a second administrator. */
const EXAMPLE_RESET = {
  ...EXAMPLE_ADMIN_REQUEST,
  ...{ kind: "operator_second_factor" as const, targetId: EXAMPLE_OPERATOR.personId },
};
const EXAMPLE_CODE = "492039";
const exampleParams = { id: EXAMPLE_OPERATOR.personId };

export const listOperatorsContract = contract({
  ...shared,
  id: "listOperators",
  method: "GET",
  path: PATH,
  summary: "The operator's people and open invitations",
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
    "Creates an invitation link, valid once and for three days, with which the person sets a password and an authenticator. The link is only in this response. Needs a code. Where some withdrawals need two approvals, two administrators must invite an admin or approver: the response then has a pending `request` instead of the invitation.",
  body: z.object({ email, role: operatorRole, totp: totpCode }),
  data: operatorInvitationSchema
    .partial()
    .extend({ inviteUrl: secret(z.string()).optional(), request: waiting }),
  status: 201,
  message: "Operator invited",
  errors: ["PERSON_EXISTS", ...SECOND_FACTOR_ERRORS],
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
  summary: "Revoke an invitation",
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
    "Applies from the person's next request on. The role of the last admin cannot change. Open invitations of a person who is no longer an admin end. Needs a code. Where some withdrawals need two approvals, a role with more rights needs a second administrator: the response then has the `request` and the current role.",
  params: idParams,
  body: z.object({ role: operatorRole, totp: totpCode }),
  data: operatorSchema.extend({ request: waiting }),
  message: "Role changed",
  errors: ["PERSON_NOT_FOUND", "LAST_ADMIN", ...SECOND_FACTOR_ERRORS],
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
    "The sessions and open invitations of the person end immediately. Their audit entries stay. The last admin cannot be removed. Needs a code.",
  params: idParams,
  body: z.object({ totp: totpCode }),
  data: z.object({ removed: z.literal(true) }),
  message: "Operator removed",
  errors: ["PERSON_NOT_FOUND", "LAST_ADMIN", ...SECOND_FACTOR_ERRORS],
  examples: { params: exampleParams, body: { totp: EXAMPLE_CODE }, data: { removed: true } },
});

export const endOperatorSessionsContract = contract({
  ...onlyAdmins,
  id: "endOperatorSessions",
  method: "DELETE",
  path: `${PATH}/{id}/sessions`,
  summary: "End all sessions of one of the operator's people",
  description: "Immediately, also for the caller's current session. The person can sign in again.",
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
  description: "Resets all failed attempts, at sign-ins and in sessions. Needs a code.",
  params: idParams,
  body: z.object({ totp: totpCode }),
  data: z.object({ unlocked: z.literal(true) }),
  message: "Operator unlocked",
  errors: ["PERSON_NOT_FOUND", ...SECOND_FACTOR_ERRORS],
  examples: { params: exampleParams, body: { totp: EXAMPLE_CODE }, data: { unlocked: true } },
});

export const resetOperatorFactorContract = contract({
  ...onlyAdmins,
  id: "resetOperatorFactor",
  method: "POST",
  path: `${PATH}/{id}/second-factor-reset`,
  summary: "Request a reset of an operator's second factor",
  description:
    "A second administrator must confirm it. The operator then gets an e-mail with a link to set a new password and second factor, valid once and for 24 hours. Until the link is used, nothing changes for them. Afterwards their approvals count as a second one only after the delay for new approvers. Needs a code.",
  params: idParams,
  body: z.object({ totp: totpCode }),
  data: z.object({ request: adminRequestSchema }),
  message: "Reset requested",
  errors: ["MAIL_NOT_CONFIGURED", "PERSON_NOT_FOUND", ...SECOND_FACTOR_ERRORS],
  examples: {
    params: exampleParams,
    body: { totp: EXAMPLE_CODE },
    data: { request: EXAMPLE_RESET },
  },
});
