import type { PersonUseCase } from "@/lib/contract/use-cases";
import type { getRecentActivityContract } from "./contract";
import { linesOfCards, linesOfWallet } from "./group";
import { findRecentCardRows, findRecentWalletRows } from "./store";

/** Rows that are used of each list, and lines that are returned. */
const READ = 60;
const SHOWN = 10;

/** Returns the latest card and wallet transactions, grouped. Uses two statements. */
export const getRecentActivity: PersonUseCase<typeof getRecentActivityContract> = async ({
  partner,
}) => {
  const [ofCards, ofWallet] = await Promise.all([
    findRecentCardRows(partner.id, READ),
    findRecentWalletRows(partner.id, READ + 1),
  ]);
  // The wallet's side of a movement is a line already.
  const onCards = ofCards.filter(({ isInWallet }) => !isInWallet);
  const activities = [
    ...linesOfCards(onCards),
    ...linesOfWallet(ofWallet.slice(0, READ), ofWallet[READ]),
  ]
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, SHOWN);
  return { activities };
};
