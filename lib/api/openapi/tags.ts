import { EVENTS_INTRODUCTION } from "./events-introduction";

/** The parts of the reference, in its order. */
export const TAGS: Record<string, string> = {
  Users: "People who hold cards. Each completes identity verification before a card can be made.",
  Cards: "Virtual cards: made, funded, frozen, emptied and terminated, and what happened on them.",
  Wallet: "The prepaid balance that fees and card funding are taken from.",
  Withdrawals: "The wallet's money out, as USDC on Base, after an administrator's approval.",
  Profile: "Where events and people are sent, and the wallet's deposit address.",
  Webhooks:
    "Every event and every attempt to deliver it: look at them, send them again, try your endpoint.",
  Sandbox: "Staging only: the card network, the identity provider and the chain, simulated.",
  Events: EVENTS_INTRODUCTION,
};
