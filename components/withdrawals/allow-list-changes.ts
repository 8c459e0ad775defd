/** The terms of the allow-list that an owner sets. */
interface Terms {
  allowList: boolean;
  waitHours: number;
}

interface Texts {
  allowList: string;
  waitHours: string;
}

/** Returns the typed hours as a number, which the contract checks. */
const hoursOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Returns the terms that the person changed in the form: another owner may have changed the others since it was opened. */
export function changesOf(opened: Terms, texts: Texts): Partial<Terms> {
  const [allowList, waitHours] = [texts.allowList !== "", hoursOf(texts.waitHours)];
  return {
    ...(allowList !== opened.allowList && { allowList }),
    ...(waitHours !== opened.waitHours && { waitHours }),
  };
}

/** Returns whether the changes permit more than the present terms, which needs the password. */
export function isLooser(present: Terms, changes: Partial<Terms>): boolean {
  const wanted = { ...present, ...changes };
  return present.allowList && (!wanted.allowList || wanted.waitHours < present.waitHours);
}
