import type { TransactionCode, TransferCode } from "../codes";

/** The values that the texts contain. */
export interface Facts {
  chain: string;
  confirmations: number;
  requiredConfirmations: number;
  /** The supported tokens of the chain, and the supported chains. */
  tokens: string;
  chains: string;
  foundOn?: string | undefined;
  depositId?: string | undefined;
  tokenAddress?: string | undefined;
  /** The common name of the contract, when people confuse it with a supported token. */
  lookalike?: string | undefined;
}

function otherContract({ chain, tokens, tokenAddress, lookalike }: Facts): string {
  const what = lookalike
    ? `This is ${lookalike}, which is not credited on ${chain}`
    : `The contract ${tokenAddress} is not a credited token, whatever it calls itself`;
  return `${what}. On ${chain}, only ${tokens} are credited. It must be recovered manually. Contact support and quote this transaction.`;
}

/** The explanation of each code: what happened, and what to do. */
export const TEXTS: Record<TransferCode | TransactionCode, (facts: Facts) => string> = {
  credited: ({ depositId }) => `The transfer was credited as ${depositId}. No action is needed.`,
  confirming: ({ confirmations, requiredConfirmations }) =>
    `The transfer has ${confirmations} of ${requiredConfirmations} confirmations. It is credited automatically when it has all of them.`,
  being_credited: () =>
    "The transfer is confirmed and will be credited shortly. Check again in a minute.",
  held: ({ depositId }) =>
    `The transfer was sent to the address of a terminated card and is held as ${depositId}. Contact support to have it credited to your wallet.`,
  missed: () =>
    "The transfer was sent to your address but was not credited. Contact support and quote this transaction.",
  other_contract: otherContract,
  zero_amount: () => "The transfer amount is zero, so there is nothing to credit.",
  not_your_address: () =>
    "The transfer was not sent to one of your addresses. Compare the recipient with the deposit address of your wallet or card.",
  native_coin: ({ chain, tokens }) =>
    `The transaction sent the native coin of ${chain}, which is not credited. Only ${tokens} are credited. It must be recovered manually. Contact support and quote this transaction.`,
  transaction_failed: () =>
    "The transaction failed, so nothing was transferred. Check the sending wallet and send again.",
  no_transfers: () =>
    "The transaction transferred no tokens. Check that this is the hash of the transfer itself.",
  not_mined: ({ chain }) =>
    `The transaction is not mined on ${chain} yet. Check again later. A low fee can delay it.`,
  found_on_other_chain: ({ chain, foundOn }) =>
    `The transaction is on ${foundOn}, not on ${chain}. Look it up there.`,
  not_found: ({ chain }) =>
    `No transaction with this hash was found on ${chain} or any other reachable network. Check the hash and the network. A new transaction may take a minute to appear.`,
  chain_not_supported: ({ chain, chains }) =>
    `${chain} is not a supported network. Deposits are credited on ${chains}. Funds sent elsewhere must be recovered manually. Contact support and quote this transaction.`,
  chain_unreachable: ({ chain }) =>
    `${chain} is currently unavailable. Deposits are credited when it is available again. Check again in a few minutes.`,
};
