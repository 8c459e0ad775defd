import type { z } from "zod";
import { presentCardSummary } from "@/lib/cards/present";
import type { CardSummaryRow } from "@/lib/cards/store";
import { presentListedUser } from "@/lib/users/present";
import type { adminUserDetailSchema, adminUserSchema } from "./schema";
import type { AdminUserRow, ListedCard } from "./store";

const presentOwner = (user: AdminUserRow) => ({
  ...presentListedUser(user),
  partnerId: user.partnerId,
  partnerName: user.partnerName,
  cardCount: Number(user.cardCount),
});

/** Converts a user to the console's format of lists. */
export function presentAdminUser(
  user: AdminUserRow & { cards: ListedCard[] },
): z.input<typeof adminUserSchema> {
  const cards = user.cards.map(({ serviceCardId, last4, status }) => ({
    serviceCardId,
    last4,
    status,
  }));
  return { ...presentOwner(user), cards };
}

/** Converts a user to the console's format, with the balances of the cards. */
export function presentAdminUserDetail(
  user: AdminUserRow & { cards: CardSummaryRow[] },
): z.input<typeof adminUserDetailSchema> {
  return { ...presentOwner(user), cards: user.cards.map(presentCardSummary) };
}
