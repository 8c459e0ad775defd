import type { CardStatus } from "./states";

/** The labels of the API's `status` values. */
export const CARD_STATUS_WORDS = {
  active: { state: "settled", word: "Active" },
  frozen: { state: "attention", word: "Frozen" },
  terminated: { state: undefined, word: "Terminated" },
} as const satisfies Record<CardStatus, { state: string | undefined; word: string }>;
