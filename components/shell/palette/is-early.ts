interface Entered {
  isSearching: boolean;
  /** The first entries are objects that were found for an earlier text. */
  isBehind: boolean;
  /** The index of the active option, and the number of all. */
  active: number;
  count: number;
}

/**
 * Returns whether Enter came before the answer to what was typed, so that it must wait: the first option is an object
 * that was found for an earlier text, or there is none yet. An option that the arrow keys chose is opened at once.
 */
export const isEarly = ({ isSearching, isBehind, active, count }: Entered): boolean =>
  isSearching && (count === 0 || (isBehind && active === 0));
