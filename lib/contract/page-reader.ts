import type { SignedInPerson } from "./person";

/** Names the person a page was rendered for, in every request that the page sends with the session's cookie. */
export const PAGE_READER_HEADER = "X-Page-Reader";

/** The person a page was rendered for, and the partner whose data it shows; null in the console. */
export interface PageReader {
  personId: string;
  partnerId: string | null;
}

/** Returns the value of the header. */
export const pageReaderText = ({ personId, partnerId }: PageReader): string =>
  partnerId === null ? personId : `${personId} ${partnerId}`;

/**
 * Returns whether a page that names its reader is still that of the session. An operator who views no partner any more is
 * refused by the routes themselves.
 */
export function isReaderOf(
  { id, partnerId, viewingPartnerId }: SignedInPerson,
  text: string | null,
): boolean {
  if (text === null) return true;
  const [personId, shown] = text.split(" ");
  const present = partnerId ?? viewingPartnerId;
  return personId === id && (shown === undefined || present === null || shown === present);
}
