/**
 * SQL that holds for texts that begin with a term, byte by byte, as an index with `text_pattern_ops` has them: they lie
 * between the term and the term followed by the last character that exists. Accents and capitals make no difference. Each
 * of the two places of `term` stands for the same value.
 */
export function beginsWith(text: string, term: string): string {
  return between(searchKey(text), searchKey(term));
}

/** As `beginsWith`, for a column that contains keys of email addresses, which keep their accents. */
export function emailBeginsWith(emailKey: string, term: string): string {
  return between(emailKey, `lower(normalize(${term}))`);
}

/** The form of a text that searches compare. The indexes are on this expression. */
export const searchKey = (text: string) => `search_key(${text})`;

const between = (key: string, from: string) =>
  `${key} ~>=~ ${from} AND ${key} ~<~ (${from} || chr(1114111))`;
