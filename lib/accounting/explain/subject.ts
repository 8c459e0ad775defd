/** What is explained: which account's amount, by which journals, and what else belongs to it. */
export interface Subject {
  id: string;
  sentence: string;
  /** The account whose amount is shown. */
  account: string;
  /** What its amount is called in the sum. */
  accountText: string;
  journalIds: string[];
  /** What events tell of it by; undefined when there are none of its kind. */
  resourceId?: string | undefined;
  chain?: { chain: string; txHash: string } | undefined;
  /** Of a balance: what it is now, as the sum of what was before and its last movements. */
  balanceMicroUsd?: bigint;
}
