import type { TransactionCode, TransferCode } from "../codes";

/** What the sentences are made of. */
export interface Facts {
  chain: string;
  confirmations: number;
  requiredConfirmations: number;
  /** The tokens that are credited on the chain, and the chains that there are. */
  tokens: string;
  chains: string;
  foundOn?: string | undefined;
  depositId?: string | undefined;
  tokenAddress?: string | undefined;
  /** What people call the contract, when it is one that is mistaken for a credited one. */
  lookalike?: string | undefined;
}

function otherContract({ chain, tokens, tokenAddress, lookalike }: Facts): string {
  const what = lookalike
    ? `This is ${lookalike}, which is not credited on ${chain}`
    : `The contract ${tokenAddress} is not a credited token, whatever it calls itself`;
  return `${what}: on ${chain} only ${tokens} are credited. It has to be recovered manually: ask the operator, with this transaction.`;
}

/** A sentence or two for people: what happened, and what to do. */
export const TEXTS: Record<TransferCode | TransactionCode, (facts: Facts) => string> = {
  credited: ({ depositId }) => `The transfer was credited as ${depositId}. There is nothing to do.`,
  confirming: ({ confirmations, requiredConfirmations }) =>
    `The transfer has ${confirmations} of ${requiredConfirmations} confirmations. It is credited by itself when it has all of them.`,
  being_credited: () =>
    "The transfer is confirmed and will be credited within moments. Look again in a minute.",
  held: ({ depositId }) =>
    `The transfer came to the address of a terminated card and is held by the operator as ${depositId}. Ask the operator where it should go.`,
  missed: () =>
    "The transfer went to your address and was not credited. Ask the operator, with this transaction.",
  other_contract: otherContract,
  zero_amount: () => "The transfer moved nothing, so there is nothing to credit.",
  not_your_address: () =>
    "The transfer did not go to an address of yours. Compare the recipient with the address in your wallet or on your card.",
  native_coin: ({ chain, tokens }) =>
    `The transaction sent the coin of ${chain} itself, which is not credited: only ${tokens} are. It has to be recovered manually: ask the operator, with this transaction.`,
  transaction_failed: () =>
    "The transaction failed, so nothing was moved. Look in the sending wallet and send again.",
  no_transfers: () =>
    "The transaction moved no tokens. Check that it is the right one: the hash of the transfer itself is needed.",
  not_mined: ({ chain }) =>
    `The transaction waits to be mined on ${chain}. Look again when it is; a low fee can make it wait for long.`,
  found_on_other_chain: ({ chain, foundOn }) =>
    `The transaction is not on ${chain} but on ${foundOn}. Look it up there.`,
  not_found: ({ chain }) =>
    `No transaction on ${chain}, nor on any other supported network that answers now, has this hash. Check the hash and the network; one just sent may take a minute to appear.`,
  chain_not_supported: ({ chain, chains }) =>
    `${chain} is not a supported network: deposits are credited on ${chains}. What was sent elsewhere has to be recovered manually: ask the operator, with this transaction.`,
  chain_unreachable: ({ chain }) =>
    `${chain} cannot be read right now. Nothing is lost: deposits are credited when it can. Look again in a few minutes.`,
};
