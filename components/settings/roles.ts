import type { PartnerRole } from "@/lib/contract/roles";

/** What each role may do, in a few words. */
export const ROLE_TEXTS: Record<PartnerRole, string> = {
  owner: "Full access, including withdrawals and team",
  developer: "Users, cards, API keys and webhooks. No withdrawals",
  viewer: "Read-only",
};

/** Somebody of each role. */
export const ONE_OF: Record<PartnerRole, string> = {
  owner: "an owner",
  developer: "a developer",
  viewer: "a viewer",
};
