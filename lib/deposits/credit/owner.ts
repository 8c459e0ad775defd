import type { ShortfallState } from "@/lib/cards/movements/shortfall";

/** The owner of a deposit address. */
export interface Owner {
  /** EIP-55 checksummed, as returned to the partner. */
  address: string;
  partnerId: string;
  /** Null for the address of a wallet. */
  card: OwnerCard | null;
}

export interface OwnerCard {
  id: string;
  userId: string;
  version: number;
  status: "active" | "frozen" | "terminated";
  last4: string;
  isUserDeleted: boolean;
  /** Set when the card owes a shortfall, which the deposit recovers first. */
  shortfall?: ShortfallState | undefined;
}

/** Whether the deposit can be credited; otherwise it is held in suspense. Source: threat 14. */
export function canBeCredited({ card }: Owner): boolean {
  return card === null || (card.status !== "terminated" && !card.isUserDeleted);
}
