/** The kind of object that an id names; the prefix is part of the id. */
export type IdPrefix =
  | "usr"
  | "card"
  | "txn"
  | "wd"
  | "ptn"
  | "evt"
  | "key"
  | "kyc"
  | "jrn"
  | "dep"
  | "prs"
  | "ses"
  | "inv"
  | "aud"
  | "whs"
  | "dlv"
  | "swp"
  | "rtx"
  | "alr"
  | "req"
  | "adr"
  | "pst"
  | "arq"
  | "dsp"
  | "dfl"
  | "eml"
  | "rst"
  | "psk"
  | "sso";

/** True if a text has the form of an id of this kind. Other texts need no database lookup. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-z]{26}(_inc\d*)?(_fx|_rev\d*)?$/.test(text.slice(prefix.length + 1))
  );
}
