import { z } from "zod";
import { PASSWORD_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { text, timestamp } from "@/lib/contract/fields";
import { OPERATOR_ROLES, PARTNER_ROLES } from "@/lib/contract/roles";
import { secret } from "@/lib/contract/sensitive";
import {
  currentPassword,
  newPassword,
  personName,
  recoveryCodes,
  totpCode,
} from "@/lib/identity/fields";
import { email } from "@/lib/users/fields";
import {
  DEFAULT_INVITATION_H,
  EXAMPLE_INVITATION,
  EXAMPLE_PERSON,
  invitationSchema,
  MAX_INVITATION_H,
  partnerRole,
  personSchema,
} from "./schema";

const PATH = "/api/v1/partner/people";
const shared = { tag: "People", audience: "dashboard" } as const;
/**
 * An invitation and a raised role outlive the session, and owners can decide as two, so these need the password too.
 * Source: docs/decisions/0030-step-up-authentication.md
 */
const EXAMPLE_PASSWORD = "correct horse battery staple";
const MAX_KEPT_KEYS = 100;
const keepKeyIds = z.array(text(1, 50)).max(MAX_KEPT_KEYS).optional().meta({
  description:
    "API keys to keep. You become responsible for them. Anyone who knows a key can still use it",
});
const personParams = z.object({ personId: z.string() });
const exampleParams = { personId: EXAMPLE_PERSON.personId };

export const listPeopleContract = contract({
  ...shared,
  id: "listPeople",
  method: "GET",
  path: PATH,
  summary: "List People",
  description: "Team members and pending invitations of the partner.",
  data: z.object({ people: z.array(personSchema), invitations: z.array(invitationSchema) }),
  message: "People",
  errors: [],
  examples: { data: { people: [EXAMPLE_PERSON], invitations: [EXAMPLE_INVITATION] } },
});

export const invitePersonContract = contract({
  ...shared,
  id: "invitePerson",
  method: "POST",
  path: `${PATH}/invitations`,
  summary: "Invite Person",
  description:
    "Creates an invite link for one person. Requires the password. The link is returned only in this response. Earlier links for the same email are revoked. At most 50 invitations can be open, and at most 100 made within 24 hours.",
  roles: ["owner"],
  body: z.object({
    email,
    role: partnerRole,
    expiresInHours: z.int().min(1).max(MAX_INVITATION_H).default(DEFAULT_INVITATION_H),
    password: currentPassword,
  }),
  data: invitationSchema.extend({ inviteUrl: secret(z.string()) }),
  status: 201,
  audited: ["role", "expiresInHours"],
  message: "Person invited",
  errors: ["PERSON_EXISTS", "INVITATION_LIMIT", ...PASSWORD_ERRORS],
  examples: {
    body: {
      email: EXAMPLE_INVITATION.email,
      role: "viewer",
      expiresInHours: 72,
      password: EXAMPLE_PASSWORD,
    },
    data: {
      ...EXAMPLE_INVITATION,
      inviteUrl: "https://cards.example.com/invite/Q2FzdGxlIG9uIHRoZSBoaWxs",
    },
  },
});

export const revokeInvitationContract = contract({
  ...shared,
  id: "revokeInvitation",
  method: "DELETE",
  path: `${PATH}/invitations/{invitationId}`,
  summary: "Revoke Invitation",
  roles: ["owner"],
  params: z.object({ invitationId: z.string() }),
  data: z.object({ revoked: z.literal(true) }),
  message: "Invitation revoked",
  errors: ["INVITATION_NOT_FOUND"],
  examples: {
    params: { invitationId: EXAMPLE_INVITATION.invitationId },
    data: { revoked: true },
  },
});

export const changeRoleContract = contract({
  ...shared,
  id: "changeRole",
  method: "PATCH",
  path: `${PATH}/{personId}`,
  summary: "Change Role",
  description:
    "Takes effect immediately. A role with more permissions requires the password, and so does the change of an owner. The last owner cannot be changed, nor, while single sign-on is required, the last one with break-glass access. Pending invitations of a former owner are revoked. API keys that the new role cannot create are revoked, except those that you keep.",
  roles: ["owner"],
  params: personParams,
  body: z.object({ role: partnerRole, password: currentPassword.optional(), keepKeyIds }),
  data: personSchema,
  audited: ["role"],
  message: "Role changed",
  errors: ["PERSON_NOT_FOUND", "LAST_OWNER", "LAST_BREAK_GLASS_OWNER", ...PASSWORD_ERRORS],
  examples: {
    params: exampleParams,
    body: { role: "developer", password: EXAMPLE_PASSWORD },
    data: EXAMPLE_PERSON,
  },
});

export const removePersonContract = contract({
  ...shared,
  id: "removePerson",
  method: "DELETE",
  path: `${PATH}/{personId}`,
  summary: "Remove Person",
  description:
    "The person's sessions, pending invitations and API keys are revoked immediately, except keys that you keep. The removal of an owner requires the password. The last owner cannot be removed, nor, while single sign-on is required, the last one with break-glass access.",
  roles: ["owner"],
  params: personParams,
  body: z.object({ password: currentPassword.optional(), keepKeyIds }),
  bodyOptional: true,
  data: z.object({ removed: z.literal(true) }),
  message: "Person removed",
  errors: ["PERSON_NOT_FOUND", "LAST_OWNER", "LAST_BREAK_GLASS_OWNER", ...PASSWORD_ERRORS],
  examples: { params: exampleParams, data: { removed: true } },
});

const invitationParams = z.object({ token: z.string() });
const exampleToken = { token: "Q2FzdGxlIG9uIHRoZSBoaWxs" };

export const getInvitationContract = contract({
  id: "getInvitation",
  method: "GET",
  path: "/api/invitations/{token}",
  tag: "People",
  summary: "Get Invitation",
  description: "The details of an unused invite link.",
  audience: "visitor",
  params: invitationParams,
  data: z.object({
    partnerName: z.string().optional().meta({ description: "Not of one to the operator's people" }),
    email: z.string(),
    role: z.enum([...PARTNER_ROLES, ...OPERATOR_ROLES]),
    invitedBy: z.string(),
    isRecovery: z.literal(true).optional().meta({
      description: "The link gives an administrator a new password and authenticator",
    }),
    expiresAt: timestamp,
  }),
  message: "Invitation",
  errors: ["INVITATION_NOT_FOUND"],
  examples: {
    params: exampleToken,
    data: {
      partnerName: "Northwind Travel",
      email: EXAMPLE_INVITATION.email,
      role: "viewer",
      invitedBy: EXAMPLE_INVITATION.invitedBy,
      expiresAt: EXAMPLE_INVITATION.expiresAt,
    },
  },
});

const EXAMPLE_ENROLMENT = "1.c2VhbGVkIGZvciB0aGlzIGludml0YXRpb24";

export const startEnrolmentContract = contract({
  id: "startEnrolment",
  method: "POST",
  path: "/api/invitations/{token}/second-factor",
  tag: "People",
  summary: "Start Enrolment",
  description:
    "Makes the secret for the authenticator of who joins the operator's people. Nothing is kept: `enrolment` goes back with the acceptance.",
  audience: "visitor",
  params: invitationParams,
  data: z.object({
    secret: secret(z.string().meta({ description: "Base32, for typing" })),
    otpauthUrl: secret(z.string().meta({ description: "For a QR code" })),
    enrolment: secret(z.string().meta({ description: "The same, sealed for this invitation" })),
  }),
  message: "Enrolment started",
  errors: ["INVITATION_NOT_FOUND"],
  examples: {
    params: exampleToken,
    data: {
      secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      otpauthUrl:
        "otpauth://totp/Partner%20wallet:ines%40operator.example?issuer=Partner%20wallet&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      enrolment: EXAMPLE_ENROLMENT,
    },
  },
});

export const acceptInvitationContract = contract({
  id: "acceptInvitation",
  method: "POST",
  path: "/api/invitations/{token}",
  tag: "People",
  summary: "Accept Invitation",
  description:
    "Sets the person's name and password, and the authenticator for operators. The link can be used once.",
  audience: "visitor",
  params: invitationParams,
  body: z.object({
    name: personName,
    password: newPassword,
    enrolment: secret(z.string().max(500)).optional(),
    totp: totpCode.optional(),
  }),
  data: z.object({
    email: z.string(),
    recoveryCodes: recoveryCodes.optional(),
  }),
  status: 201,
  message: "Invitation accepted",
  errors: [
    "INVITATION_NOT_FOUND",
    "PERSON_EXISTS",
    "SECOND_FACTOR_NOT_STARTED",
    "SECOND_FACTOR_INVALID",
  ],
  examples: {
    params: exampleToken,
    body: { name: "Jonas Weber", password: EXAMPLE_PASSWORD },
    data: { email: EXAMPLE_INVITATION.email },
  },
});
