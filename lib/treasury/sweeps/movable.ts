import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import type { Token } from "@/lib/chain/networks";
import { askEach } from "@/lib/chain/read/ask-each";
import { log } from "@/lib/kernel/log";
import { setAlert } from "@/lib/treasury/payouts/set-alert";
import { type Outcome, tryTransfer } from "@/lib/treasury/payouts/simulate";
import { forgetRefusal, leaveAlone } from "./refused";
import type { SweepRun } from "./run";
import type { PlannedSweep } from "./sign-sweep";

/** The prefix of the keys of skipped addresses of a token. */
export const refusedPrefix = (chain: string, token: string) => `${chain}:${token}:`;

/** Whether the token refuses every transfer to the treasury now. Opens or closes the alert about that. */
async function refusesAll({ network, treasury, head }: SweepRun, token: Token): Promise<boolean> {
  const { chain } = network;
  const nothing = { from: treasury, to: treasury, amountMicroUsd: 0n };
  const transfer = { tokenAddress: token.address, ...nothing };
  const outcome = await tryTransfer(network, transfer, head.hash);
  if ("fault" in outcome) throw new Error(`${chain}: ${outcome.fault}`);
  const refusal = "refusal" in outcome ? outcome.refusal : undefined;
  const text = `${token.token} on ${chain} blocks transfers of the treasury ${treasury}: ${refusal}. Deposits stay on their addresses and are swept when transfers are possible. No funds are lost.`;
  await setAlert(
    "sweep_failed",
    `${chain}:${token.token}`,
    refusal === undefined ? undefined : text,
  );
  return refusal !== undefined;
}

/** Opens an alert about an address that the token refuses, and skips the address for an hour. */
async function raiseOrCloseAlert(
  { network: { chain } }: SweepRun,
  { token }: Token,
  { address, depositIndex }: PlannedSweep,
  outcome: Outcome<unknown>,
): Promise<void> {
  const subject = `${refusedPrefix(chain, token)}${address}`;
  const about = { kind: "sweep_failed", subject } as const;
  if ("answer" in outcome) {
    forgetRefusal(subject);
    return closeAlert(about);
  }
  if ("fault" in outcome) {
    log().warn({ chain, depositIndex, fault: outcome.fault }, "sweep not attempted");
    return;
  }
  leaveAlone(subject);
  const text = `${token} on ${chain} does not allow sweeping the deposit address ${address}: ${outcome.refusal}. It is retried hourly. The balance counts as custody but cannot be paid out.`;
  await openAlert({ ...about, text });
}

/** Selects the sweeps that the token would execute now; nothing is signed for the others. */
export async function movable(
  run: SweepRun,
  token: Token,
  planned: readonly PlannedSweep[],
): Promise<PlannedSweep[]> {
  if (await refusesAll(run, token)) return [];
  const { network, treasury, head } = run;
  const tried = await askEach(planned, async (sweep) => {
    const { address: from, amountMicroUsd } = sweep;
    const transfer = { tokenAddress: token.address, from, to: treasury, amountMicroUsd };
    return { sweep, outcome: await tryTransfer(network, transfer, head.hash) };
  });
  for (const { sweep, outcome } of tried) await raiseOrCloseAlert(run, token, sweep, outcome);
  return tried.flatMap(({ sweep, outcome }) => ("answer" in outcome ? [sweep] : []));
}
