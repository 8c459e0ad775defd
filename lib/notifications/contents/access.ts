import { z } from "zod";
import { PARTNER_ROLES } from "@/lib/contract/roles";
import { HOUR_MS } from "@/lib/kernel/durations";
import { instantText, mailKind, pageUrl } from "./content";

const CANNOT_BE_SWITCHED_OFF =
  "This e-mail is about the security of your company’s account, so it cannot be switched off.";
/** How long a former owner counts as another owner; `has_other_owner` has the same number. */
const COUNTS_H = 72;

const schema = z.object({
  name: z.string(),
  email: z.string(),
  from: z.enum(PARTNER_ROLES),
  /** Null: the person was removed. */
  to: z.enum(PARTNER_ROLES).nullable(),
  by: z.enum(["person", "operator", "sso"]),
  byName: z.string().nullable(),
  at: z.coerce.date(),
  /** Whether the message is to the person who lost access. */
  isYou: z.boolean(),
});
type LostAccess = z.output<typeof schema>;

const newOwnerSchema = schema.omit({ to: true, isYou: true }).extend({
  /** Null: the person was invited. */
  from: z.enum(PARTNER_ROLES).nullable(),
});

function actorOf({ by, byName }: Pick<LostAccess, "by" | "byName">): string {
  if (by === "operator") return "The operator";
  return by === "sso" ? "Single sign-on, by your identity provider" : (byName ?? "unknown");
}

function titleOf({ from, to, isYou }: LostAccess): string {
  if (isYou)
    return to === null
      ? "You were removed from your company’s account"
      : "You are no longer an owner";
  if (from !== "owner") return "A team member was removed";
  return to === null ? "An owner was removed" : "An owner has another role now";
}

function consequenceOf({ name, from, to, isYou }: LostAccess): string {
  const who = isYou ? "You" : name;
  if (to !== null)
    return `${who} had the role ${from}, and ${isYou ? "have" : "has"} the role ${to} now.`;
  return `${who} had the role ${from}, and can no longer sign in.`;
}

const REMEDIES = {
  person:
    "remove the person who did it. If it was done in your name without you, change your password, which ends your other sessions. Then invite the person again",
  operator: "ask the operator why",
  sso: "check the role rules under Settings, Single sign-on, and the groups at your identity provider",
} as const;

function remedyOf({ isYou, by }: LostAccess): string {
  return isYou
    ? "If you did not agree to this, call another owner of your company now, and contact the operator."
    : `If nobody of you agreed to this, ${REMEDIES[by]}, and contact the operator.`;
}

const NEW_OWNER_REMEDIES = {
  person:
    "remove the new owner and the person who did it. If it was done in your name without you, change your password, which ends your other sessions",
  operator: "remove the new owner, and ask the operator who asked for the invitation",
  sso: "check the role rules under Settings, Single sign-on, and the groups at your identity provider, and then remove the new owner",
} as const;

/** Messages about who is an owner or has no access any more: to the owners, and to the person who lost it. */
export const ACCESS_KINDS = {
  lost_access: mailKind(schema, (data) => {
    const { name, email, from, to, at, isYou } = data;
    const title = titleOf(data);
    const until = instantText(new Date(at.getTime() + COUNTS_H * HOUR_MS));
    return {
      ...{ subject: title, heading: title, paragraphs: [consequenceOf(data)] },
      facts: [
        ["Person", `${name} (${email})`],
        ["Done by", actorOf(data)],
        ["Time", instantText(at)],
      ],
      ...(!(isYou && to === null) && { action: { label: "View team", url: pageUrl("/settings") } }),
      afterwards: [
        remedyOf(data),
        ...(from === "owner"
          ? [
              `If your company lets two owners decide on withdrawals, an only owner who is left cannot decide alone until ${until}.`,
            ]
          : []),
        CANNOT_BE_SWITCHED_OFF,
      ],
    };
  }),
  new_owner: mailKind(newOwnerSchema, (data) => {
    const { name, email, from, by, at } = data;
    const title = "Your company’s account has a new owner";
    return {
      ...{ subject: title, heading: title },
      paragraphs: [
        `${name} ${from === null ? "joined by an invitation" : `had the role ${from}`}, and is an owner now. Owners request withdrawals, approve those of another owner, create API keys, and invite and remove people.`,
      ],
      facts: [
        ["Person", `${name} (${email})`],
        [from === null ? "Invited by" : "Done by", actorOf(data)],
        ["Time", instantText(at)],
      ],
      action: { label: "View team", url: pageUrl("/settings") },
      afterwards: [
        `If nobody of you agreed to this, ${NEW_OWNER_REMEDIES[by]}, and contact the operator.`,
        CANNOT_BE_SWITCHED_OFF,
      ],
    };
  }),
};
