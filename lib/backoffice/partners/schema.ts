import { z } from "zod";
import { adminPartnerSchema, exampleAdminPartner } from "@/lib/backoffice/schema";
import { secret } from "@/lib/contract/sensitive";
import { lockedUntil } from "@/lib/identity/fields";
import {
  EXAMPLE_INVITATION,
  EXAMPLE_PERSON,
  invitationSchema,
  personSchema,
} from "@/lib/people/team/schema";

export const inviteUrl = secret(
  z.string().meta({ description: "Lets an owner in, once. In this answer and nowhere else" }),
);

/** A partner that was just made, with what its first owner is let in by. */
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

/** Who can sign in for a partner, and who is invited, as the operator's people see it. */
export const partnerPeopleSchema = z.object({
  people: z.array(partnerPersonSchema),
  invitations: z.array(invitationSchema),
});

const { isYou: _, ...examplePerson } = EXAMPLE_PERSON;

export const examplePartnerPeople: z.input<typeof partnerPeopleSchema> = {
  people: [examplePerson],
  invitations: [EXAMPLE_INVITATION],
};
