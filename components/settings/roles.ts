import type { PartnerRole } from "@/lib/contract/roles";

/** Describes the rights of each role. */
export const ROLE_TEXTS: Record<PartnerRole, string> = {
  owner: "Full access, including withdrawals and team",
  developer: "Users, cards, API keys and webhooks. No withdrawals",
  viewer: "Read-only",
};

/** The name of a role with its article. */
export const ONE_OF: Record<PartnerRole, string> = {
  owner: "an owner",
  developer: "a developer",
  viewer: "a viewer",
};
