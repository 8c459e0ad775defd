import type { NetworkNotification } from "../../network/message";
import { postingsOf } from "../issued-posting";
import { isUnreadableMessage } from "../unreadable-message";
import type { ListedPostings } from "./port";

/** How the items of an issuer's list are read. */
interface Reader<Item> {
  idOf: (item: Item) => string;
  cardIdOf: (item: Item) => string | undefined;
  /** @throws UnreadableMessage */
  notificationOf: (item: Item) => NetworkNotification | undefined;
}

/**
 * Reads the postings of listed items. One item that cannot be read, such as that of another programme in the same account
 * with another currency, must not stop the comparison of all others.
 */
export function readPostings<Item>(
  items: readonly Item[],
  { idOf, cardIdOf, notificationOf }: Reader<Item>,
): ListedPostings {
  const found: ListedPostings = { postings: [], unreadable: [] };
  for (const item of items)
    try {
      const notification = notificationOf(item);
      if (notification) found.postings.push(...postingsOf(notification));
    } catch (error) {
      if (!isUnreadableMessage(error)) throw error;
      const { message: failure } = error;
      found.unreadable.push({ id: idOf(item), issuerCardId: cardIdOf(item), failure });
    }
  return found;
}
