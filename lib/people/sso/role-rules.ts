import { z } from "zod";
import { text } from "@/lib/contract/fields";
import { PARTNER_ROLES, type PartnerRole } from "@/lib/contract/roles";

const MAX_ROLE_RULES = 20;

const roleRuleSchema = z.object({ value: text(1, 200), role: z.enum(PARTNER_ROLES) });
export type RoleRule = z.output<typeof roleRuleSchema>;
export const roleRulesSchema = z.array(roleRuleSchema).max(MAX_ROLE_RULES);

/** The values of a claim: a text, or a list of texts as providers send groups. */
function valuesOf(claim: unknown): string[] {
  return [claim].flat().filter((value) => typeof value === "string");
}

/**
 * Returns the role for the claims of an identity provider by the first rule whose value the claim has; undefined when no
 * rule fits, and the person keeps their role.
 */
export function roleOf(
  claims: Readonly<Record<string, unknown>>,
  claim: string | null,
  rules: readonly RoleRule[],
): PartnerRole | undefined {
  if (claim === null || !Object.hasOwn(claims, claim)) return undefined;
  const values = valuesOf(claims[claim]);
  return rules.find(({ value }) => values.includes(value))?.role;
}
