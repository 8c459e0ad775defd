import { EVENTS_INTRODUCTION } from "./events-introduction";

/** The sections of the reference, in its order. */
export const TAGS: Record<string, string> = {
  Users:
    "People who hold cards. A user must complete identity verification before a card can be created.",
  Cards: "Virtual cards and their transactions: create, fund, freeze, withdraw and terminate.",
  Wallet: "The prepaid balance that pays for fees and card funding.",
  Withdrawals: "Withdrawals from the wallet as USDC on Base, after approval by an administrator.",
  Profile: "Webhook URL, redirect URL and the wallet's deposit address.",
  Webhooks: "Webhook events and delivery attempts. View and resend events, and test your endpoint.",
  "Audit log": "The changes of your team, and what the operator did to your account.",
  Sandbox: "Staging only. Simulates the card network, the identity provider and the chain.",
  Events: EVENTS_INTRODUCTION,
};
