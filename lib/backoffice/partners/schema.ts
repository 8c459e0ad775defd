import { z } from "zod";
import { adminPartnerSchema, exampleAdminPartner } from "@/lib/backoffice/schema";
import { timestamp } from "@/lib/contract/fields";
import { secret } from "@/lib/contract/sensitive";
import { lockedUntil } from "@/lib/identity/fields";
import { ssoFailureSchema } from "@/lib/people/sso/schema";
import {
  EXAMPLE_INVITATION,
  EXAMPLE_PERSON,
  invitationSchema,
  personSchema,
} from "@/lib/people/team/schema";

export const inviteUrl = secret(
  z
    .string()
    .meta({ description: "The invitation link of the owner, valid once; only in this response" }),
);

/** A newly created partner with the invitation link of its first owner. */
export const newPartnerSchema = adminPartnerSchema.extend({ inviteUrl });

export const exampleNewPartner: z.input<typeof newPartnerSchema> = {
  ...exampleAdminPartner,
  walletBalance: 0,
  inviteUrl: "https://cards.example.com/invite/Q2FzdGxlIG9uIHRoZSBoaWxs",
};

const partnerPersonSchema = personSchema
  .omit({ isYou: true })
  .extend({ lockedUntil: lockedUntil.optional() })
  .meta({ id: "PartnerPerson" });

/** The single sign-on that a partner requires, and who can get in without it. */
export const requiredSsoSchema = z
  .object({
    issuer: z.string(),
    lastUsedAt: timestamp.optional().meta({ description: "Since the last change" }),
    lastFailure: ssoFailureSchema.optional(),
    breakGlassOwnerIds: z
      .array(z.string())
      .meta({ description: "The owners who can sign in by password and second factor" }),
  })
  .meta({ id: "RequiredSingleSignOn" });

/** The people and the open invitations of a partner, for the operator's people. */
export const partnerPeopleSchema = z.object({
  requiredSso: requiredSsoSchema
    .optional()
    .meta({ description: "Present while the partner's people cannot sign in by password" }),
  people: z.array(partnerPersonSchema),
  invitations: z.array(invitationSchema),
});

const { isYou: _, ...examplePerson } = EXAMPLE_PERSON;

export const examplePartnerPeople: z.input<typeof partnerPeopleSchema> = {
  people: [examplePerson],
  invitations: [EXAMPLE_INVITATION],
};
