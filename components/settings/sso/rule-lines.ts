import { PARTNER_ROLES, type PartnerRole } from "@/lib/contract/roles";

interface RoleRule {
  value: string;
  role: PartnerRole;
}

/** The lines in which rules are typed: `card-admins = owner`. */
export function linesOf(rules: readonly RoleRule[]): string {
  return rules.map(({ value, role }) => `${value} = ${role}`).join("\n");
}

/** Reads the lines. A line that is no rule is returned as the error. */
export function rulesOf(lines: string): { rules: RoleRule[]; wrong?: string } {
  const rules: RoleRule[] = [];
  for (const line of lines.split("\n").map((text) => text.trim())) {
    if (line === "") continue;
    const at = line.lastIndexOf("=");
    const value = line.slice(0, Math.max(0, at)).trim();
    const role = PARTNER_ROLES.find(
      (name) =>
        name ===
        line
          .slice(at + 1)
          .trim()
          .toLowerCase(),
    );
    if (value === "" || role === undefined) return { rules, wrong: line };
    rules.push({ value, role });
  }
  return { rules };
}
