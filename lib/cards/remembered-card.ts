import { perProcess } from "@/lib/kernel/per-process";
import { Memory, type Remembered } from "@/lib/ledger";
import type { CardState } from "./store";

const cards = perProcess("rememberedCards", () => new Memory<CardState>());

/** What was read last of a partner's card, to move money on. */
export const rememberedCard = (partnerId: string, cardId: string): Remembered<CardState> =>
  cards.of(`${partnerId}:${cardId}`);
