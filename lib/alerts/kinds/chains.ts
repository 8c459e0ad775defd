import type { AlertDefinition } from "./definition";

/** Alerts of chains: nodes, deposits, payouts and sweeps. */
export const CHAIN_ALERTS = {
  chain_stopped: {
    title: "Chain stopped",
    severity: "failed",
    remedy:
      "Correct the chain's node or its RPC_URL setting. The chain continues when a check finds the right chain and tokens.",
    closedBy: "service",
    reopens: true,
  },
  deposit_suspense: {
    title: "Deposit held",
    severity: "attention",
    remedy: "Agree with the partner, then credit its wallet under Held deposits.",
    closedBy: "service",
    reopens: true,
  },
  deposit_orphaned: {
    title: "Credited deposit removed from the chain",
    severity: "failed",
    remedy:
      "Check the transaction in an explorer. The alert closes automatically if it comes back. If it does not, the money is missing from custody: agree with the partner on its return, then close the alert. A held deposit cannot be credited while its transfer is gone.",
    closedBy: "administrators",
    reopens: false,
  },
  deposit_returned: {
    title: "Removed deposit back on the chain",
    severity: "attention",
    remedy:
      "The money is in custody again. Read in the audit log why the alert about its removal was closed, and agree with the partner on what changes. A held deposit can be credited under Held deposits: do so only if the partner did not get the money in another way. A credited deposit stays credited: what was taken back for it is returned by a correction under Operator postings. Then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  deposit_replaced: {
    title: "Credited deposit replaced on the chain",
    severity: "failed",
    remedy:
      "Check the transaction in an explorer and agree with the partners on the difference. If a partner should have more, send it to its deposit address. Then close the alert; it closes automatically if the transaction is confirmed without that transfer.",
    closedBy: "administrators",
    reopens: false,
  },
  treasury_short: {
    title: "Treasury short",
    severity: "attention",
    remedy:
      "Sweep the deposit addresses (CHAIN_SWEEP_MIN_USD), or bring money to the treasury (docs/treasury.md).",
    closedBy: "service",
    reopens: true,
  },
  token_refuses: {
    title: "Token refuses a payout",
    severity: "failed",
    remedy:
      "Check whether the token is paused or blocks the treasury or the recipient. The transfer is retried automatically. If a withdrawal can never be paid, fail it on its page.",
    closedBy: "service",
    reopens: true,
  },
  payout_screened: {
    title: "Payout held by the sanctions screening",
    severity: "failed",
    remedy:
      "Open the withdrawal. Fail it, which returns the money to the wallet, or release it if the list is wrong about the address. Ask the compliance officer first. If no list was loaded yet, it cannot be released: the next list that clears the address lets it be sent. The alert closes automatically.",
    closedBy: "administrators",
    reopens: true,
  },
  payout_unsigned: {
    title: "Payout without the signatures of its approvers",
    severity: "failed",
    remedy:
      "Nothing was sent. The alert names the check that failed. If an approval is signed for other values, somebody changed the withdrawal: secure the database first, and check other withdrawals with npm run verify-approvals. If a key is not in APPROVER_KEYS, ask its owner for the fingerprint, and add it to the worker's settings if it is right. Otherwise fail the withdrawal, which returns the money to the wallet. The alert closes automatically.",
    closedBy: "administrators",
    reopens: true,
  },
  sanctions_list: {
    title: "Sanctions list not refreshed",
    severity: "attention",
    remedy:
      "Check the file or URL of SANCTIONS_LIST. If a much shorter list is right, set SANCTIONS_LIST_ACCEPT_SHA256 to the SHA-256 that the alert names and restart the service. The next refresh closes the alert.",
    closedBy: "service",
    reopens: true,
  },
  signer_missing: {
    title: "Signer missing or failing",
    severity: "failed",
    remedy:
      "The alert says whether there are no keys, or which key does not sign. Without keys, set those of the treasury and the relayer, or make their vault available (docs/custody.md), and restart the worker. Where a key does not sign, check in its vault that it is enabled and that the worker may sign with it. Payouts then continue automatically.",
    closedBy: "service",
    reopens: true,
  },
  gas_low: {
    title: "Relayer low on gas",
    severity: "attention",
    remedy: "Send the chain's coin to the relayer.",
    closedBy: "service",
    reopens: true,
  },
  fees_high: {
    title: "Network fees too high",
    severity: "attention",
    remedy: "Wait until the fee is lower, or raise CHAIN_MAX_FEE_GWEI to send payouts now.",
    closedBy: "service",
    reopens: true,
  },
  payout_stuck: {
    title: "Transactions not mined",
    severity: "failed",
    remedy:
      "Check that the node forwards transactions and that the relayer has coins for gas. The transactions are resent automatically.",
    closedBy: "service",
    reopens: true,
  },
  payout_unread: {
    title: "Result of payouts not known",
    severity: "failed",
    remedy:
      "Check that the node answers for blocks of the past days (eth_getTransactionReceipt, eth_getLogs), or use another node. Nothing is sent again and nothing is refunded meanwhile. The alert closes automatically when the results are known.",
    closedBy: "service",
    reopens: true,
  },
  payout_lost: {
    title: "Completed payout removed from the chain",
    severity: "failed",
    remedy:
      "Wait: the payment is resent while its authorization is valid, and the alert closes automatically when it is confirmed. If the alert is still open after the authorization expires (CHAIN_PAYOUT_VALID_S), agree with the partner on a new withdrawal, then close the alert.",
    closedBy: "administrators",
    reopens: false,
  },
  payout_returned: {
    title: "Lost payout back on the chain",
    severity: "failed",
    remedy:
      "The partner has this payment after all. Read in the audit log why the alert about its loss was closed. If the partner was paid in another way meanwhile, agree with it on the return. Then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  refunded_and_paid: {
    title: "Withdrawal refunded and paid",
    severity: "failed",
    remedy: "Agree with the partner on the return, then close the alert.",
    closedBy: "administrators",
    reopens: false,
  },
  restore_mode: {
    title: "Database restored: nothing is signed",
    severity: "failed",
    remedy:
      "Follow docs/backup.md: let the chains be read to their heads, settle the payouts that were found on the chain, run npm run reconcile, then npm run restore-mode -- off. If nobody has restored the database, take the treasury's or the relayer's key for stolen (docs/treasury.md).",
    closedBy: "service",
    reopens: true,
  },
  payout_found: {
    title: "Payout on the chain that is not in the books",
    severity: "failed",
    remedy:
      "Find out whose withdrawal it was, and post a correction under Operator postings: debit the partner's wallet against the chain's custody account, with the transaction's hash as reference. The alert closes when it is posted (docs/backup.md).",
    closedBy: "service",
    reopens: true,
  },
  chain_clock: {
    title: "Chain ahead of the clock",
    severity: "failed",
    remedy:
      "Check whether the node is the right one, and check the clocks of the node and of the database.",
    closedBy: "service",
    reopens: true,
  },
  sweep_failed: {
    title: "Deposit address not swept",
    severity: "attention",
    remedy:
      "Check whether the token is paused or blocks the address; sweeps are retried automatically. Move the balance of an address that the service has no key for with the original recovery phrase, then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
} as const satisfies Record<string, AlertDefinition>;
