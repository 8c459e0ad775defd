import { isAddressEqual, recoverTypedDataAddress } from "viem";
import { chainReady } from "@/lib/chain/check-network";
import { rpcUrl } from "@/lib/chain/client";
import { confirmationsOf } from "@/lib/chain/confirmations-of";
import { type ChainAddress, NETWORKS, type Network, type Token } from "@/lib/chain/networks";
import type { ChainSigner } from "@/lib/chain/signer/port";
import { sumOf } from "@/lib/kernel/bigint";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { Authorization } from "@/lib/treasury/payouts/authorization";
import type { Lease } from "@/lib/treasury/payouts/lease/take-lease";
import { readStateBlock, readTokenBalance } from "@/lib/treasury/payouts/read-state";
import { findAuthorizations } from "@/lib/treasury/payouts/store";
import { authorizationToSign } from "@/lib/treasury/payouts/token-calls";
import { sweepNonce } from "@/lib/treasury/sweeps/sign-sweep";
import { insertSweeps } from "@/lib/treasury/sweeps/store";
import { awaitSweeper, senderLease } from "./sender-lease";

/** The result for one token of a chain. In micro-USD. */
export interface TreasuryMove {
  chain: string;
  token: string;
  /** On the way to the new treasury, by this call. */
  movedMicroUsd: bigint;
  /**
   * Still at the former treasury: for signed payouts, on the way, or not movable by a signature (no EIP-3009). With the sweeps
   * to it that are signed and not mined.
   */
  leftMicroUsd: bigint;
}

export interface TreasuryMoves {
  moves: TreasuryMove[];
  /** Chains whose node gives no answer that can be used: what the former treasury has there is unknown. */
  awayChains: string[];
}

interface Move {
  network: Network;
  lease: Lease;
  signer: ChainSigner;
  from: ChainAddress;
  to: ChainAddress;
}

/** Signs the transfer like a sweep, which is sent, replaced, confirmed and reconciled by the worker. */
async function sign(
  { network, signer, from, to }: Move,
  token: Token,
  amountMicroUsd: bigint,
  headTimeS: bigint,
): Promise<Authorization> {
  const id = newId("swp");
  const unsigned = {
    ...{ purpose: "sweep" as const, id, partnerId: null, nonce: sweepNonce(id), amountMicroUsd },
    ...{ tokenAddress: token.address, fromAddress: from, toAddress: to },
    validBefore: headTimeS + BigInt(env().CHAIN_PAYOUT_VALID_S),
  };
  const message = authorizationToSign(network, token, unsigned);
  const signature = await signer.signAuthorization("treasury", message);
  const by = await recoverTypedDataAddress({ ...message, signature });
  if (!isAddressEqual(by, from)) throw new Error(`the signer signed for ${by} instead of ${from}`);
  return { ...unsigned, signedAt: now(), signature, state: "open" };
}

function least(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}

const amountOf = (authorizations: readonly Authorization[]): bigint =>
  sumOf(authorizations.map(({ amountMicroUsd }) => amountMicroUsd));

async function moveToken(move: Move, token: Token): Promise<TreasuryMove> {
  const { network, lease, from } = move;
  const { chain } = network;
  const head = await readStateBlock(network, "latest");
  const depth = BigInt(confirmationsOf(network)) - 1n;
  const confirmed = await readStateBlock(network, head.number > depth ? head.number - depth : 0n);
  const balance = (hash: typeof head.hash) => readTokenBalance(network, token.address, from, hash);
  const [current, certain] = await Promise.all([balance(head.hash), balance(confirmed.hash)]);
  const ofToken = (await findAuthorizations(chain, [])).filter(
    ({ state, tokenAddress }) => state === "open" && isAddressEqual(tokenAddress, token.address),
  );
  const open = ofToken.filter(({ fromAddress }) => isAddressEqual(fromAddress, from));
  const arriving = amountOf(ofToken.filter(({ toAddress }) => isAddressEqual(toAddress, from)));
  const promised = amountOf(open);
  // Only what no reorganization can take back, and no signed payout needs.
  const free = least(current, certain) - promised;
  const isOnTheWay = open.some(({ purpose }) => purpose === "sweep");
  const none = { chain, token: token.token, movedMicroUsd: 0n, leftMicroUsd: current + arriving };
  if (!token.eip3009 || free <= 0n || isOnTheWay) return none;
  const authorization = await sign(move, token, free, head.timeS);
  await lease.hold();
  const stored = await insertSweeps(lease, { chain, token: token.token }, [authorization], now());
  return stored.length === 0
    ? none
    : { ...none, movedMicroUsd: free, leftMicroUsd: none.leftMicroUsd - free };
}

/**
 * Signs and stores the transfers of the former treasury's tokens to the new one, on every chain with a node; the worker
 * sends them. Leaves what signed payouts need. Can be repeated until nothing is left.
 * @throws the node's error; the transfers that were stored before are sent.
 */
export async function moveTreasury(
  signer: ChainSigner,
  { from, to }: { from: ChainAddress; to: ChainAddress },
): Promise<TreasuryMoves> {
  const moves: TreasuryMove[] = [];
  const awayChains: string[] = [];
  for (const network of NETWORKS[env().SERVICE_ENVIRONMENT].filter((each) => rpcUrl(each))) {
    if (!(await chainReady(network))) {
      awayChains.push(network.chain);
      continue;
    }
    // A sweep that was begun with the former key is signed to the former treasury. It must be stored before what is on its
    // way there is counted.
    await awaitSweeper(network);
    const lease = await senderLease(network);
    try {
      for (const token of network.tokens)
        moves.push(await moveToken({ network, lease, signer, from, to }, token));
    } finally {
      await lease.release();
    }
  }
  return { moves, awayChains };
}
