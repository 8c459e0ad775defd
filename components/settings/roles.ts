import type { PartnerRole } from "@/lib/contract/roles";

/** What each role may do, in a few words. */
export const ROLE_TEXTS: Record<PartnerRole, string> = {
  owner: "Everything, withdrawals and people too",
  developer: "Users, cards, keys and webhooks; no withdrawals",
  viewer: "Looks, and changes nothing",
};

/** Somebody of each role. */
export const ONE_OF: Record<PartnerRole, string> = {
  owner: "an owner",
  developer: "a developer",
  viewer: "a viewer",
};
