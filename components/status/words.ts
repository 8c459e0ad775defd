import type { State } from "@/components/ui/state-mark";
import type { ComponentStatus, ShownState } from "@/lib/operations/status/service-status";

/** What each component does for a partner. */
export const COMPONENT_WORDS: Record<
  ComponentStatus["component"],
  { name: string; about: string }
> = {
  api: { name: "API and dashboard", about: "Requests are answered" },
  card_issuer: { name: "Cards", about: "Issuing, authorizations and card events" },
  webhooks: { name: "Webhook deliveries", about: "Events are sent in time" },
  chains: { name: "Chains and deposits", about: "New blocks are read, deposits are credited" },
  payouts: { name: "Withdrawals", about: "Approved withdrawals are sent" },
  identity_provider: { name: "Identity checks", about: "Checks of cardholders are decided" },
};

/** The order of the page. */
export const SHOWN_COMPONENTS = Object.keys(COMPONENT_WORDS) as ComponentStatus["component"][];

export const STATE_WORDS: Record<ShownState, { word: string; state: State | undefined }> = {
  up: { word: "Operational", state: "settled" },
  degraded: { word: "Degraded", state: "attention" },
  down: { word: "Down", state: "failed" },
  unknown: { word: "No data", state: undefined },
};

export const OVERALL_WORDS: Record<ShownState, string> = {
  up: "All systems are operational",
  degraded: "Some systems are degraded",
  down: "Some systems are down",
  unknown: "The present state is not known",
};
