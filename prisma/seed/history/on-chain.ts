import { callChain } from "@/bin/chains/call-chain.ts";
import { rpcUrl } from "@/lib/chain/client";
import { sendFromFaucet } from "@/lib/chain/faucet";
import { findNetwork } from "@/lib/chain/find-network";
import { findToken } from "@/lib/chain/find-token";
import { type ChainAddress, NETWORKS, type Network } from "@/lib/chain/networks";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { readReceipt } from "@/lib/chain/read/read-receipt";
import { chainSigner } from "@/lib/chain/signer/signer";
import { prisma } from "@/lib/db";
import { depositChangeSet } from "@/lib/deposits/credit/deposit-change-set";
import { findOwners } from "@/lib/deposits/credit/store";
import { type Transfer, transfersOf } from "@/lib/deposits/credit/transfer";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { decideAndCommit } from "@/lib/ledger";
import { findCardAddress } from "@/lib/sandbox/store";
import { payoutSender } from "@/lib/treasury/payouts/payout-sender";
import { readStateBlock, readTokenBalance } from "@/lib/treasury/payouts/read-state";
import { sweepDeposits } from "@/lib/treasury/sweeps/sweep-deposits";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { MOST_WITHDRAWN_USD } from "./plan-money";
import { idOf, microUsd, type Programme } from "./programme";
import type { Step } from "./steps";

const MAX_POLLS = 20;

/** Whether all chains are local ones of `npm start`, whose blocks can be mined at any time. */
export async function chainsAreLocal(): Promise<boolean> {
  const clients = NETWORKS[env().SERVICE_ENVIRONMENT].map(async (network) => {
    const url = rpcUrl(network);
    if (url === undefined) return false;
    const name = await callChain(url, "web3_clientVersion").catch(() => "");
    return String(name).startsWith("anvil");
  });
  return (await Promise.all(clients)).every(Boolean);
}

async function mine(network: Network): Promise<void> {
  await callChain(rpcUrl(network) ?? "", "evm_mine");
}

async function transferTo(to: ChainAddress, step: Step & { kind: "deposit" }): Promise<Transfer> {
  const network = findNetwork(env().SERVICE_ENVIRONMENT, step.chain);
  const token = network && findToken(network, step.token);
  if (!network || !token) throw new Error(`there is no ${step.token} on ${step.chain}`);
  const txHash = await sendFromFaucet({
    network,
    token,
    to,
    amountMicroUsd: microUsd(step.amountUsd),
  });
  await mine(network);
  const receipt = await readReceipt(network, txHash);
  const [transfer] = receipt ? transfersOf(network, receipt) : [];
  if (!transfer) throw new Error(`the deposit ${txHash} is not on ${step.chain}`);
  return transfer;
}

async function depositAddressOf(
  { partnerId, walletAddress, cards }: Programme,
  card: number | undefined,
) {
  if (card === undefined) return walletAddress as ChainAddress;
  const found = await findCardAddress(partnerId, idOf(cards, card));
  if (!found?.address) throw new Error(`card ${card} has no deposit address`);
  return found.address;
}

/**
 * Sends a deposit on a chain and credits it at once, at its simulated time. The watcher of deposits finds it later and
 * leaves it out, because it is credited.
 */
export async function performDeposit(
  programme: Programme,
  step: Step & { kind: "deposit" },
): Promise<void> {
  const transfer = await transferTo(await depositAddressOf(programme, step.card), step);
  await decideAndCommit(
    async () => (await findOwners([transfer.toAddress])).get(transfer.toAddress),
    (owner) => {
      if (!owner) throw new Error(`${transfer.toAddress} belongs to nobody`);
      const { changeSet } = depositChangeSet(transfer, owner, now());
      return { changeSet, result: undefined };
    },
  );
}

async function readTreasury(network: Network): Promise<bigint> {
  const keys = await chainSigner()?.addresses();
  const token = findToken(network, "usdc");
  if (!keys || !token) throw new Error(`there is no treasury on ${network.chain}`);
  const head = await readStateBlock(network, "latest");
  return readTokenBalance(network, token.address, keys.treasury, head.hash);
}

/** Moves the deposits into the treasury if it could not pay the largest withdrawal. */
export async function fillTreasury(): Promise<void> {
  const network = payoutNetwork(env().SERVICE_ENVIRONMENT);
  if ((await readTreasury(network)) >= microUsd(MOST_WITHDRAWN_USD)) return;
  const db = await prisma();
  await sweepDeposits();
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    await payoutSender.advance(endWithdrawal);
    if ((await db.sweep.count({ where: { chain: network.chain, status: "pending" } })) === 0)
      return;
    await mine(network);
  }
  throw new Error(`a sweep was not completed after ${MAX_POLLS} blocks`);
}

/** Sends an approved withdrawal on its chain, until the chain has confirmed it. */
export async function payOut(): Promise<void> {
  const network = payoutNetwork(env().SERVICE_ENVIRONMENT);
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const { completed = 0 } = await payoutSender.advance(endWithdrawal);
    if (completed > 0) return;
    await mine(network);
  }
  throw new Error(`a payout was not completed after ${MAX_POLLS} blocks`);
}
