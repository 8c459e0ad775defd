import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { type CellState, readCell } from "../../cells/read-cell.ts";
import type { Administrator } from "../service/make-administrator.ts";
import {
  DEPOSIT_USD as FIRST_DEPOSIT_USD,
  type Partner,
  sendDeposit,
  untilCredited,
} from "../service/make-partners.ts";
import { CHAIN, type ChainReader, TOKEN } from "../service/read-chain.ts";
import {
  approveWithdrawal,
  FEE_USD,
  requestWithdrawal,
  untilCompleted,
} from "../service/withdraw.ts";
import type { RunningCell } from "./start-cells.ts";

/** A cell with somebody who decides there and a partner. */
export interface PeopledCell extends RunningCell {
  administrator: Administrator;
  partner: Partner;
}

const DEPOSIT_USD = 250;
const WITHDRAWAL_USD = 120.5;
const micro = (usd: number) => BigInt(Math.round(usd * 1_000_000));

/**
 * Money that moves over the chain beside the load: what each wallet got and paid by it, and what the faucet paid in and
 * left for addresses that are nobody's.
 */
export function makeMoney(apiUrl: string, partners: readonly Partner[]) {
  const net = new Map(partners.map(({ partnerId }) => [partnerId, 0n]));
  let onChainMicroUsd = micro(FIRST_DEPOSIT_USD) * BigInt(partners.length);
  const add = ({ partnerId }: Partner, microUsd: bigint) =>
    net.set(partnerId, (net.get(partnerId) ?? 0n) + microUsd);

  async function pay({ administrator, partner }: PeopledCell, toAddress: Address) {
    const caller = { baseUrl: apiUrl, apiKey: partner.apiKey };
    const wanted = { amountUsd: WITHDRAWAL_USD, toAddress };
    const id = await requestWithdrawal(caller, wanted);
    await approveWithdrawal(administrator, id);
    const txHash = await untilCompleted(caller, id);
    add(partner, -micro(WITHDRAWAL_USD));
    return txHash;
  }

  return {
    /** What each wallet got by deposits less what it paid by withdrawals, in micro-USD. */
    net,
    /** What all cells together must have on the chain, in micro-USD. */
    onChainMicroUsd: () => onChainMicroUsd,
    /** Sends tokens to a partner's wallet and waits until they are credited. */
    async deposit({ partner }: PeopledCell) {
      const txHash = await sendDeposit(apiUrl, partner.apiKey, DEPOSIT_USD);
      await untilCredited(apiUrl, partner.apiKey, txHash);
      add(partner, micro(DEPOSIT_USD));
      onChainMicroUsd += micro(DEPOSIT_USD);
    },
    /** Pays a withdrawal to an address that is nobody's. */
    async payOut(from: PeopledCell) {
      await pay(from, privateKeyToAddress(generatePrivateKey()));
      onChainMicroUsd -= micro(WITHDRAWAL_USD - FEE_USD);
    },
    /** Pays a withdrawal to the wallet of a partner of another cell. Returns the transaction, which is that one's deposit. */
    payTo: (from: PeopledCell, to: PeopledCell) => pay(from, to.partner.walletAddress as Address),
    /** Waits until a payment of another cell is credited as a deposit. */
    async untilReceived({ partner }: PeopledCell, txHash: string) {
      await untilCredited(apiUrl, partner.apiKey, txHash);
      add(partner, micro(WITHDRAWAL_USD - FEE_USD));
    },
  };
}

export interface Total {
  /** What the ledgers of all cells say is in custody, in micro-USD. */
  booksMicroUsd: bigint;
  /** What all addresses of all cells have on the chain, in micro-USD. */
  chainMicroUsd: bigint;
}

/** Adds up all cells, in their ledgers and on the chain. */
export async function readTotal(
  cells: readonly RunningCell[],
  { balanceOf }: ChainReader,
): Promise<Total> {
  const states: CellState[] = await Promise.all(
    cells.map(({ name, ownerUrl }) => readCell(name, ownerUrl)),
  );
  const balances = await Promise.all(
    states.flatMap(({ addresses }) =>
      [...addresses.keys()].map((each) => balanceOf(each as Address)),
    ),
  );
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);
  return {
    booksMicroUsd: sum(
      states.map(({ custodyMicroUsd }) => custodyMicroUsd.get(`${CHAIN}:${TOKEN}`) ?? 0n),
    ),
    chainMicroUsd: sum(balances),
  };
}
