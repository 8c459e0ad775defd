import { perProcess } from "@/lib/kernel/per-process";
import { Memory, type Remembered } from "@/lib/ledger";
import type { CardState } from "./store";

const cards = perProcess("rememberedCards", () => new Memory<CardState>());

/** The state of a partner's card as last read, kept for transfers to and from the card. */
export const rememberedCard = (partnerId: string, cardId: string): Remembered<CardState> =>
  cards.of(`${partnerId}:${cardId}`);
