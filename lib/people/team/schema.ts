import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";
import { PARTNER_ROLES } from "@/lib/contract/roles";
import { personal } from "@/lib/contract/sensitive";

export const partnerRole = z.enum(PARTNER_ROLES);

export const DEFAULT_INVITATION_H = 72;
export const MAX_INVITATION_H = 7 * 24;

export const personSchema = z
  .object({
    personId: z.string(),
    name: personal(z.string()),
    email: personal(z.string()),
    role: partnerRole,
    hasSecondFactor: z.boolean(),
    isYou: z.boolean(),
    createdAt: timestamp,
    lastSignInAt: timestamp.optional(),
  })
  .meta({ id: "Person" });

export const invitationSchema = z
  .object({
    invitationId: z.string(),
    email: personal(z.string()),
    role: partnerRole,
    invitedBy: personal(z.string().meta({ description: "Name of who invited" })),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: "Invitation" });

export const EXAMPLE_PERSON: z.input<typeof personSchema> = {
  personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b3",
  name: "Amina Yusuf",
  email: "amina@northwind.example",
  role: "developer",
  hasSecondFactor: false,
  isYou: false,
  createdAt: "2026-11-20T09:00:00.000Z",
  lastSignInAt: "2026-11-21T08:12:00.000Z",
};

export const EXAMPLE_INVITATION: z.input<typeof invitationSchema> = {
  invitationId: "inv_01k9x6k2v8e5t2v7w4y0z1a2b3",
  email: "jonas@northwind.example",
  role: "viewer",
  invitedBy: "Amina Yusuf",
  createdAt: "2026-11-21T09:00:00.000Z",
  expiresAt: "2026-11-24T09:00:00.000Z",
};
