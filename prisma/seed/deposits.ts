import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { erc20Abi } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { GET as getBalance } from "@/app/api/v1/partner/wallet/balance/route";
import { POST as simulateDeposit } from "@/app/api/v1/sandbox/deposits/route";
import { chainReady } from "@/lib/chain/check-network";
import { chainClient } from "@/lib/chain/client";
import { findToken } from "@/lib/chain/find-token";
import { NETWORKS, type Network } from "@/lib/chain/networks";
import { creditDeposit } from "@/lib/deposits/credit/credit-deposit";
import { watchChains } from "@/lib/deposits/watch/watch-chains";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { simulateDepositContract } from "@/lib/sandbox/contract";
import { getBalanceContract } from "@/lib/wallet/contract";
import type { PartnerClient } from "./client";

export interface DemoDeposit {
  amountUsd: number;
  chain: string;
}

export interface DemoWallet {
  partnerId: string;
  walletAddress: string;
  send: PartnerClient;
  deposits: readonly DemoDeposit[];
}

const creditTimeoutMs = 60_000;

/**
 * Whether the faucet has money on a chain. It has on the chains of `npm start`, but possibly not on the user's own
 * node.
 */
async function canPay(network: Network): Promise<boolean> {
  const key = env().SANDBOX_FAUCET_PRIVATE_KEY;
  const token = findToken(network, "usdc");
  if (!key || !token || !(await chainReady(network))) return false;
  const client = chainClient(network);
  const address = privateKeyToAddress(key);
  const [tokens, gasWei] = await Promise.all([
    client.readContract({
      address: token.address,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [address],
    }),
    client.getBalance({ address }),
  ]);
  return tokens >= 1_000_000_000_000n && gasWei > 0n;
}

/** Credits deposits without a chain, as the watcher would: for a setup in which the faucet has money on no chain. */
async function creditDirectly(
  { partnerId, walletAddress }: DemoWallet,
  { amountUsd, chain }: DemoDeposit,
): Promise<void> {
  await creditDeposit({
    partnerId,
    chain,
    token: "usdc",
    txHash: `0x${randomBytes(32).toString("hex")}`,
    ordinal: 0,
    amountMicroUsd: BigInt(Math.round(amountUsd * 100)) * 10_000n,
    fromAddress: `0x${randomBytes(20).toString("hex")}`,
    toAddress: walletAddress,
    at: now(),
  });
}

async function isCredited({ send, deposits }: DemoWallet): Promise<boolean> {
  const { availableBalance } = await send<{ availableBalance: number }>(getBalance, {
    contract: getBalanceContract,
  });
  return availableBalance >= deposits.reduce((sum, { amountUsd }) => sum + amountUsd, 0);
}

/** Runs the watcher until all deposits are credited. */
async function untilCredited(wallets: readonly DemoWallet[]): Promise<void> {
  const deadlineMs = Date.now() + creditTimeoutMs;
  for (;;) {
    await watchChains();
    const arrived = await Promise.all(wallets.map(isCredited));
    if (arrived.every(Boolean)) return;
    if (Date.now() > deadlineMs)
      throw new Error(`the demo's deposits were not credited in ${creditTimeoutMs / 1000} s`);
    await sleep(200);
  }
}

/** Creates the demo's deposits, by transfers on the chains that the watcher credits. */
export async function depositAll(wallets: readonly DemoWallet[]): Promise<void> {
  const networks = NETWORKS[env().SERVICE_ENVIRONMENT];
  const able = await Promise.all(networks.map(canPay));
  const payable = networks.filter((_, index) => able[index]).map(({ chain }) => chain);
  for (const wallet of wallets) {
    for (const deposit of wallet.deposits) {
      const chain = payable.includes(deposit.chain) ? deposit.chain : payable[0];
      if (chain === undefined) {
        await creditDirectly(wallet, deposit);
        continue;
      }
      const body = { to: "wallet", amount: deposit.amountUsd, chain, token: "usdc" };
      await wallet.send(simulateDeposit, { contract: simulateDepositContract, body });
    }
  }
  if (payable.length > 0) await untilCredited(wallets);
}
