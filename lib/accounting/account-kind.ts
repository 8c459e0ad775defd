import { ACCOUNT_KINDS, type AccountKind } from "./schema";

const isKind = (text: string): text is AccountKind => ACCOUNT_KINDS.some((kind) => kind === text);

/** Returns the kind of an account or of a line of the trial balance. */
export function accountKind(account: string): AccountKind {
  const [kind = ""] = account.split(":");
  if (!isKind(kind)) throw new Error(`${account} is no account of the ledger`);
  return kind;
}
