/** Whom a deposit address belongs to. */
export interface Owner {
  /** EIP-55 checksummed, as it was given out. */
  address: string;
  partnerId: string;
  /** Null when the address is the wallet's. */
  card: OwnerCard | null;
}

export interface OwnerCard {
  id: string;
  userId: string;
  version: number;
  status: "active" | "frozen" | "terminated";
  last4: string;
  isUserDeleted: boolean;
}

/** Whether there is somebody to credit; what came for one that is gone waits in suspense. Source: threat 14. */
export function canBeCredited({ card }: Owner): boolean {
  return card === null || (card.status !== "terminated" && !card.isUserDeleted);
}
