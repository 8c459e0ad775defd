/** The amount to explain: its account, its journals and the related resources. */
export interface Subject {
  id: string;
  sentence: string;
  /** The account whose amount is shown. */
  account: string;
  /** The label of the amount in the sum. */
  accountText: string;
  journalIds: string[];
  /** The resource to which events about the amount refer; undefined when there are no such events. */
  resourceId?: string | undefined;
  chain?: { chain: string; txHash: string } | undefined;
  /** Set for a balance: the present balance, which is the sum of the earlier balance and the last movements. */
  balanceMicroUsd?: bigint;
}
