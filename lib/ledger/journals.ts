import { newId } from "@/lib/kernel/ids";
import {
  cardAccount,
  cardShortfallAccount,
  custodyAccount,
  DISPUTES_ACCOUNT,
  FEES_ACCOUNT,
  holdAccount,
  NETWORK_ACCOUNT,
  PAYOUT_ACCOUNT,
  SUSPENSE_ACCOUNT,
  walletAccount,
} from "./accounts";

/** One side of a journal; a negative amount debits the account. */
export interface Leg {
  account: string;
  amount: bigint;
}

/** A posting. `sourceId` names its cause; the ledger accepts one journal per type and source, ever. */
export interface Journal {
  id: string;
  type: string;
  sourceId: string;
  partnerId?: string;
  legs: Leg[];
}

interface Source {
  sourceId: string;
  partnerId: string;
}

/** The source of a journal; without a partner if the journal posts only to the service's accounts. */
type PostingSource = Omit<Source, "partnerId"> & { partnerId?: string };

function journal(
  type: string,
  { sourceId, partnerId }: PostingSource,
  legs: [account: string, amount: bigint][],
): Journal {
  const moved = legs.filter(([, amount]) => amount !== 0n);
  return {
    id: newId("jrn"),
    type,
    sourceId,
    ...(partnerId !== undefined && { partnerId }),
    legs: moved.map(([account, amount]) => ({ account, amount })),
  };
}

type FeeType = "kyc_fee" | "card_creation_fee" | "funding_fee";

/** wallet −f, fees +f */
export const feeJournal = (type: FeeType, source: Source, fee: bigint) =>
  journal(type, source, [
    [walletAccount(source.partnerId), -fee],
    [FEES_ACCOUNT, fee],
  ]);

/** wallet −a, card +a */
export const fundingJournal = (source: Source, cardId: string, amount: bigint) =>
  journal("card_funding", source, [
    [walletAccount(source.partnerId), -amount],
    [cardAccount(cardId), amount],
  ]);

/** card −a, wallet +(a−f), fees +f */
export const cardWithdrawalJournal = (
  source: Source,
  cardId: string,
  amount: bigint,
  fee: bigint,
) =>
  journal("card_withdrawal", source, [
    [cardAccount(cardId), -amount],
    [walletAccount(source.partnerId), amount - fee],
    [FEES_ACCOUNT, fee],
  ]);

/** card −a, hold +a */
export const authorizationJournal = (source: Source, cardId: string, amount: bigint) =>
  journal("authorization", source, [
    [cardAccount(cardId), -amount],
    [holdAccount(cardId), amount],
  ]);

/** hold −a, card +a */
export const reversalJournal = (source: Source, cardId: string, amount: bigint) =>
  journal("reversal", source, [
    [holdAccount(cardId), -amount],
    [cardAccount(cardId), amount],
  ]);

/** hold −a, network +a */
export const settlementJournal = (source: Source, cardId: string, amount: bigint) =>
  journal("settlement", source, [
    [holdAccount(cardId), -amount],
    [NETWORK_ACCOUNT, amount],
  ]);

/** card −x, fees +x */
export const crossBorderFeeJournal = (source: Source, cardId: string, fee: bigint) =>
  journal("cross_border_fee", source, [
    [cardAccount(cardId), -fee],
    [FEES_ACCOUNT, fee],
  ]);

/** network −a, card +a */
export const refundJournal = (source: Source, cardId: string, amount: bigint) =>
  journal("refund", source, [
    [NETWORK_ACCOUNT, -amount],
    [cardAccount(cardId), amount],
  ]);

/** card_shortfall −a, card +a: the service pays what the card cannot. The debit of the card follows in the same commit. */
export const shortfallJournal = (source: Source, cardId: string, amount: bigint) =>
  journal("card_shortfall", source, [
    [cardShortfallAccount(cardId), -amount],
    [cardAccount(cardId), amount],
  ]);

/** card −a, card_shortfall +a */
export const shortfallRecoveryJournal = (source: Source, cardId: string, amount: bigint) =>
  journal("shortfall_recovery", source, [
    [cardAccount(cardId), -amount],
    [cardShortfallAccount(cardId), amount],
  ]);

/** disputes −a, card +a: the provisional credit of a dispute. */
export const disputeCreditJournal = (source: Source, cardId: string, amount: bigint) =>
  journal("dispute_credit", source, [
    [DISPUTES_ACCOUNT, -amount],
    [cardAccount(cardId), amount],
  ]);

/** network −a, disputes +a: the network returns the amount. */
export const disputeWonJournal = (source: Source, amount: bigint) =>
  journal("dispute_won", source, [
    [NETWORK_ACCOUNT, -amount],
    [DISPUTES_ACCOUNT, amount],
  ]);

/** card −a, disputes +a: the provisional credit is taken back. */
export const disputeReversalJournal = (source: Source, cardId: string, amount: bigint) =>
  journal("dispute_reversal", source, [
    [cardAccount(cardId), -amount],
    [DISPUTES_ACCOUNT, amount],
  ]);

/** card −a, wallet +a */
export const liquidationJournal = (source: Source, cardId: string, amount: bigint) =>
  journal("liquidation", source, [
    [cardAccount(cardId), -amount],
    [walletAccount(source.partnerId), amount],
  ]);

/** custody −a, wallet, card or suspense +a */
export const depositJournal = (
  source: Source,
  chain: string,
  token: string,
  toAccount: string,
  amount: bigint,
) =>
  journal("deposit", source, [
    [custodyAccount(chain, token), -amount],
    [toAccount, amount],
  ]);

/** suspense −a, wallet +a */
export const depositReleaseJournal = (source: Source, amount: bigint) =>
  journal("deposit_release", source, [
    [SUSPENSE_ACCOUNT, -amount],
    [walletAccount(source.partnerId), amount],
  ]);

/** wallet −a, payout +a */
export const withdrawalJournal = (source: Source, amount: bigint) =>
  journal("withdrawal", source, [
    [walletAccount(source.partnerId), -amount],
    [PAYOUT_ACCOUNT, amount],
  ]);

/** payout −a, custody +net, fees +fee */
export const withdrawalCompletedJournal = (
  source: Source,
  chain: string,
  amount: bigint,
  fee: bigint,
) =>
  journal("withdrawal_completed", source, [
    [PAYOUT_ACCOUNT, -amount],
    [custodyAccount(chain, "usdc"), amount - fee],
    [FEES_ACCOUNT, fee],
  ]);

/** payout −a, wallet +a */
export const withdrawalRefundJournal = (source: Source, amount: bigint) =>
  journal("withdrawal_refund", source, [
    [PAYOUT_ACCOUNT, -amount],
    [walletAccount(source.partnerId), amount],
  ]);

/** The journal of an operator posting, with the type and legs that two administrators decided. */
export const operatorPostingJournal = (
  type: string,
  source: PostingSource,
  legs: readonly Leg[],
): Journal =>
  journal(
    type,
    source,
    legs.map(({ account, amount }) => [account, amount]),
  );
