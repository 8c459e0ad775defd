export * from "./accounts";
export { ClaimedBefore, commit } from "./commit";
export { type Decision, decideAndCommit } from "./decide-and-commit";
export { findClaim } from "./find-claim";
export * from "./journals";
export { mergeWork } from "./merge-work";
export { queryPage } from "./query-page";
export type { Claim, ClaimedRow, EventRow, RowChange, WalletTransactionRow, Work } from "./work";
