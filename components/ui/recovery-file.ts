import { PRODUCT_NAME } from "./product";

interface RecoverySet {
  codes: readonly string[];
  /** The email of the account. */
  account: string;
  /** The host of the service, such as `cards.example.com`. */
  host: string;
  /** `YYYY-MM-DD` */
  day: string;
}

/** Returns what a saved copy of recovery codes says, so that it is still clear years later what the codes open. */
export function recoveryText({ codes, account, host, day }: RecoverySet): string {
  return [
    `Recovery codes: ${PRODUCT_NAME}, ${host}`,
    `Account: ${account}`,
    `Created: ${day}`,
    "",
    ...codes,
    "",
    "Each code replaces one code of the authenticator app, once.",
    "New codes replace all of these.",
    "",
  ].join("\n");
}

/** Returns the name of the file, which says what it is without opening it. */
export const recoveryFileName = ({ host, day }: Pick<RecoverySet, "host" | "day">): string =>
  `recovery-codes-${host.replace(/[^a-z0-9.-]/gi, "-")}-${day}.txt`;
