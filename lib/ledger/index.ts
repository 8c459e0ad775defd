export type { RunQuery } from "@/lib/db";
export * from "./accounts";
export { type AuditFinding, audit } from "./audit";
export { balanceAt } from "./balance-at";
export type {
  ChangeSet,
  Claim,
  ClaimedRow,
  EventRow,
  RowChange,
  WalletTransactionRow,
} from "./change-set";
export { ClaimedBefore, commit } from "./commit";
export { type Decision, decideAndCommit } from "./decide-and-commit";
export { decideUnderLock } from "./decide-under-lock";
export { findClaim } from "./find-claim";
export * from "./journals";
export { Memory, type Remembered } from "./memory";
export { mergeChangeSets } from "./merge-change-sets";
