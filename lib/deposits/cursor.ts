/** The places of the list: confirming deposits come before those that are booked. */
export const CONFIRMING_PLACE = "1";
export const BOOKED_PLACE = "2";

/** The cursor of a deposit is its position in the list, because a confirming deposit has no lasting id. */
export const depositCursor = ({ place, sort }: { place: number; sort: string }) =>
  `${place}:${sort}`;

/** Whether a text has the form of a cursor of List Deposits. */
export const isDepositCursor = (text: string): boolean =>
  /^(1:\d{17}0x[0-9a-fA-F]{64}\d{1,9}|2:dep_[0-9a-z]{26})$/.test(text);
