import { getAddress } from "viem";
import type { z } from "zod";
import { findToken } from "@/lib/chain/find-token";
import type { Network, Token } from "@/lib/chain/networks";
import type { TokenTransfer } from "@/lib/deposits/credit/transfer";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { TRANSFER_CODES, type TransferCode } from "../codes";
import type { lookupDepositContract } from "../contract";
import type { KnownDeposit } from "../store";
import { type Facts, TEXTS } from "./texts";

type Explained = z.input<typeof lookupDepositContract.data>["transfers"][number];

const MAX_TRANSFERS = 50;

export interface Explanation {
  network: Network;
  facts: Facts;
  /** All transfers of the transaction. */
  transfers: readonly TokenTransfer[];
  /** The requesting partner's deposits of the transaction. */
  deposits: readonly KnownDeposit[];
  /** The recipients that are addresses of the requesting partner, in lower case, with the card of each. */
  own: ReadonlyMap<string, { cardId: string | null }>;
  /** Whether the watcher has processed the transaction's block. */
  isRead: boolean;
}

function codeOf(
  { own, facts, isRead }: Explanation,
  transfer: TokenTransfer,
  token: Token | undefined,
): TransferCode {
  if (!own.has(transfer.toAddress)) return "not_your_address";
  if (!token) return "other_contract";
  if (transfer.amount === 0n) return "zero_amount";
  if (facts.confirmations < facts.requiredConfirmations) return "confirming";
  return isRead ? "missed" : "being_credited";
}

function explainMoved(explanation: Explanation, transfer: TokenTransfer): Explained {
  const { network, facts, own } = explanation;
  const token = findToken(network, transfer.tokenAddress);
  const code = codeOf(explanation, transfer, token);
  const tokenAddress = getAddress(transfer.tokenAddress);
  const lookalike = network.lookalikes?.find(({ address }) => address === tokenAddress)?.name;
  const cardId = own.get(transfer.toAddress)?.cardId ?? null;
  return {
    code,
    text: TEXTS[code]({ ...facts, tokenAddress, lookalike }),
    ...(token ? { token: token.token, amount: usdFromMicroUsd(transfer.amount) } : {}),
    tokenAddress,
    fromAddress: transfer.fromAddress,
    toAddress: getAddress(transfer.toAddress),
    ...(cardId === null ? {} : { serviceCardId: cardId }),
  };
}

function explainDeposit({ network, facts }: Explanation, deposit: KnownDeposit): Explained {
  const code = deposit.isHeld ? "held" : "credited";
  const token = findToken(network, deposit.token);
  return {
    code,
    text: TEXTS[code]({ ...facts, depositId: deposit.id }),
    token: deposit.token,
    ...(token ? { tokenAddress: token.address } : {}),
    amount: usdFromMicroUsd(deposit.amountMicroUsd),
    fromAddress: deposit.fromAddress,
    toAddress: deposit.toAddress,
    ...(deposit.cardId === null ? {} : { serviceCardId: deposit.cardId }),
    depositId: deposit.id,
    ...(deposit.walletTransactionId === null
      ? {}
      : { walletTransactionId: deposit.walletTransactionId }),
  };
}

/** Explains each transfer of a transaction, those of the requesting partner first. */
export function explainTransfers(explanation: Explanation): Explained[] {
  const { deposits, transfers } = explanation;
  const known = new Set(deposits.map(({ ordinal }) => ordinal));
  const moved = transfers.filter(({ ordinal }) => !known.has(ordinal));
  const explained = [
    ...deposits.map((deposit) => explainDeposit(explanation, deposit)),
    ...moved.map((transfer) => explainMoved(explanation, transfer)),
  ];
  const place = ({ code }: Explained) => TRANSFER_CODES.indexOf(code);
  return explained.sort((first, second) => place(first) - place(second)).slice(0, MAX_TRANSFERS);
}
