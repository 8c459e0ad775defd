import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";
import { OPERATOR_ROLES } from "@/lib/contract/roles";
import { personal } from "@/lib/contract/sensitive";
import { lockedUntil } from "@/lib/identity/fields";

export const operatorRole = z.enum(OPERATOR_ROLES);

export const operatorSchema = z
  .object({
    personId: z.string(),
    name: personal(z.string()),
    email: personal(z.string()),
    role: operatorRole,
    isYou: z.boolean(),
    openSessions: z.int(),
    recoveryCodesLeft: z.int(),
    createdAt: timestamp,
    lastSignInAt: timestamp.optional(),
    lockedUntil: lockedUntil.optional(),
    approvesFrom: timestamp.optional().meta({
      description:
        "When approvals of this person start to count where two are needed, if in the future",
    }),
    sponsor: personal(z.string()).optional().meta({
      description:
        "The person who first invited this one: both count as one where two approvals are needed",
    }),
  })
  .meta({ id: "Operator" });

export const operatorInvitationSchema = z
  .object({
    invitationId: z.string(),
    email: personal(z.string()),
    role: operatorRole,
    invitedBy: z.string(),
    isRecovery: z.boolean().meta({
      description:
        "The link gives the administrator new credentials and was made with `npm run recover-operator`",
    }),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: "OperatorInvitation" });

export const EXAMPLE_OPERATOR: z.input<typeof operatorSchema> = {
  personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b3",
  name: "Ines Moreau",
  email: "ines@operator.example",
  role: "approver",
  isYou: false,
  openSessions: 1,
  recoveryCodesLeft: 10,
  createdAt: "2026-11-20T09:00:00.000Z",
  lastSignInAt: "2026-11-21T08:12:00.000Z",
};

export const EXAMPLE_OPERATOR_INVITATION: z.input<typeof operatorInvitationSchema> = {
  invitationId: "inv_01k9x6k2v8e5t2v7w4y0z1a2b3",
  email: "joseph@operator.example",
  role: "auditor",
  invitedBy: "Ines Moreau",
  isRecovery: false,
  createdAt: "2026-11-21T09:00:00.000Z",
  expiresAt: "2026-11-24T09:00:00.000Z",
};
