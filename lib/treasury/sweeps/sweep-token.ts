import type { Token } from "@/lib/chain/networks";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { microUsdFromNumber } from "@/lib/kernel/money";
import type { Authorization } from "@/lib/treasury/payouts/authorization";
import { readBalances } from "../balances/read-balances";
import { movable, refusedPrefix } from "./movable";
import { pickSweeps } from "./pick-sweeps";
import { noteBalance } from "./refused";
import type { SweepRun } from "./run";
import { signSweep } from "./sign-sweep";
import { signable } from "./signable";
import { insertSweeps, type UnsweptAddress } from "./store";

interface Wanted {
  unswept: readonly UnsweptAddress[];
  shortMicroUsd: bigint;
  room: number;
}

const MICRO_DECIMALS = 6;

/** @throws when the setting has more decimals than amounts can have. */
function minMicroUsd(): bigint {
  const min = microUsdFromNumber(env().CHAIN_SWEEP_MIN_USD, MICRO_DECIMALS);
  if (min === null) throw new Error("CHAIN_SWEEP_MIN_USD has more than 6 decimals");
  return min;
}

/**
 * Returns the addresses with their confirmed balances, since only these can be swept. An address without a balance is
 * skipped for a while.
 */
async function candidatesOf(
  { network, confirmed }: SweepRun,
  { token, address: tokenAddress }: Token,
  unswept: readonly UnsweptAddress[],
) {
  const accounts = unswept.map(({ address }) => address);
  const asked = { tokenAddress, accounts, blockHash: confirmed.hash };
  const balances = await readBalances(network, asked);
  return unswept.map(({ address, depositIndex }, index) => {
    const amountMicroUsd = balances[index] ?? 0n;
    const key = `${refusedPrefix(network.chain, token)}${address}`;
    noteBalance(key, amountMicroUsd);
    return { address, depositIndex, amountMicroUsd };
  });
}

/**
 * Signs the sweeps of a token and stores them; the sender submits them. Returns the stored authorizations.
 * @throws LeaseLost when another process may be sweeping; nothing is stored then.
 */
export async function sweepToken(
  run: SweepRun,
  token: Token,
  { unswept, shortMicroUsd, room }: Wanted,
): Promise<Authorization[]> {
  if (unswept.length === 0) return [];
  // Also without room: what was emptied does not count as money.
  const candidates = await candidatesOf(run, token, unswept);
  if (room <= 0) return [];
  const due = pickSweeps(candidates, { minMicroUsd: minMicroUsd(), shortMicroUsd });
  // Of all that are due, so that those of other keys take no place.
  const picked = await signable(run, token, due, room);
  if (picked.length === 0) return [];
  const sweeps: Authorization[] = [];
  for (const planned of await movable(run, token, picked))
    sweeps.push(await signSweep(run, token, planned));
  if (sweeps.length === 0) return [];
  await run.lease.hold();
  const { chain } = run.network;
  const stored = await insertSweeps(run.lease, { chain, token: token.token }, sweeps, now());
  return sweeps.filter(({ id }) => stored.includes(id));
}
