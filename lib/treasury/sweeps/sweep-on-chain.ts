import { confirmationsOf } from "@/lib/chain/confirmations-of";
import { activeSigner } from "@/lib/chain/keys/active-signer";
import type { Network, Token } from "@/lib/chain/networks";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { askEach } from "@/lib/chain/read/ask-each";
import { sumOf } from "@/lib/kernel/bigint";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { type Lease, LeaseLost, takeLease } from "@/lib/treasury/payouts/lease/take-lease";
import { readIsUsed, readStateBlock } from "@/lib/treasury/payouts/read-state";
import { findAuthorizations } from "@/lib/treasury/payouts/store";
import { signingHold } from "../restored/signing-hold";
import { checkGasFloor } from "./check-gas-floor";
import { raiseShortageAlert, readSupply, shortOf } from "./check-supply";
import { refusedPrefix } from "./movable";
import { leftAlone, recallRefusals, refusedLast } from "./refused";
import type { SweepRun } from "./run";
import { listUnswept, type UnsweptAddress } from "./store";
import { sweepToken } from "./sweep-token";

/** More candidates than sweeps that start at once, since some may turn out to have no balance. */
const MAX_CANDIDATES = 200;

async function runOn(network: Network, lease: Lease): Promise<SweepRun | undefined> {
  const keys = await activeSigner();
  if (!keys) return undefined;
  const hold = await signingHold(network);
  if (hold !== undefined) {
    log().warn({ chain: network.chain, reason: hold }, "nothing is signed");
    return undefined;
  }
  const head = await readStateBlock(network, "latest");
  const depth = BigInt(confirmationsOf(network)) - 1n;
  if (head.number < depth) return undefined;
  const confirmed = await readStateBlock(network, head.number - depth);
  const stored = (await findAuthorizations(network.chain, [])).filter(
    (each) => each.state === "open",
  );
  const used = await askEach(stored, (each) => readIsUsed(network, each, confirmed.hash));
  const open = stored.filter((_, index) => !used[index]);
  return { network, lease, ...keys, head, confirmed, open };
}

/** Sweeps may use only half of the slots in flight, so that withdrawals do not wait for them. */
function roomIn({ open }: SweepRun, begun: number): number {
  const most = Math.max(1, Math.floor(env().CHAIN_MAX_IN_FLIGHT / 2));
  return most - open.filter(({ purpose }) => purpose === "sweep").length - begun;
}

const paysWithdrawals = ({ chain }: Network) =>
  payoutNetwork(env().SERVICE_ENVIRONMENT).chain === chain;

/** Sums what the addresses hold that were refused in this run and were not known as refused before. */
function newlyRefusedMicroUsd(
  unswept: readonly UnsweptAddress[],
  prefix: string,
  known: readonly string[],
): bigint {
  const refused = new Set(refusedLast(prefix));
  for (const address of known) refused.delete(address);
  const found = unswept.filter(({ address }) => refused.has(address));
  return sumOf(found.map(({ unsweptMicroUsd }) => unsweptMicroUsd));
}

async function lookAt(run: SweepRun, token: Token, begun: number): Promise<number> {
  const { chain } = run.network;
  const prefix = refusedPrefix(chain, token.token);
  await recallRefusals(prefix);
  const uncounted = refusedLast(prefix);
  const selection = { except: leftAlone(prefix), uncounted, limit: MAX_CANDIDATES };
  const { addresses: unswept, totalMicroUsd } = await listUnswept(chain, token.token, selection);
  const isPaidOut = token.token === "usdc" && paysWithdrawals(run.network);
  const room = roomIn(run, begun);
  if (!isPaidOut)
    return (await sweepToken(run, token, { unswept, shortMicroUsd: 0n, room })).length;
  const supply = await readSupply(run, token);
  try {
    return (await sweepToken(run, token, { unswept, shortMicroUsd: shortOf(supply), room })).length;
  } finally {
    // After the attempts: before them, a process that was just started does not know what is refused.
    const refusedMicroUsd = newlyRefusedMicroUsd(unswept, prefix, uncounted);
    await raiseShortageAlert(run, token, supply, totalMicroUsd - refusedMicroUsd);
  }
}

/**
 * Starts the sweeps of a chain: signs and stores them; the sender submits them. Opens alerts when the treasury or the
 * relayer will lack money. Returns the number of started sweeps; 0 while another process holds the lease, without keys of
 * the deposit addresses, or while nothing may be signed.
 */
export async function sweepOnChain(network: Network): Promise<number> {
  const lease = await takeLease(`sweep:${network.chain}`, env().CHAIN_LEASE_MS);
  if (!lease) return 0;
  let begun = 0;
  try {
    const run = await runOn(network, lease);
    if (!run) return 0;
    const { canSweep } = run.signer;
    // What was signed before the keys were taken away is still sent.
    const isNeeded = canSweep || paysWithdrawals(network) || run.open.length > 0;
    await checkGasFloor(run, { isNeeded });
    if (!canSweep) return 0;
    for (const token of network.tokens) if (token.eip3009) begun += await lookAt(run, token, begun);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    log().warn({ chain: network.chain }, "another process took over sweeping");
  } finally {
    await lease.release();
  }
  return begun;
}
