export * from "./accounts";
export { ClaimedBefore, commit } from "./commit";
export { type Decision, decideAndCommit } from "./decide-and-commit";
export { findClaim } from "./find-claim";
export * from "./journals";
export type { Claim, ClaimedRow, EventRow, RowChange, WalletTransactionRow, Work } from "./work";
