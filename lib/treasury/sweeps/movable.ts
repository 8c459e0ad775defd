import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import type { Token } from "@/lib/chain/networks";
import { log } from "@/lib/kernel/log";
import { inChunks } from "@/lib/treasury/payouts/in-chunks";
import { setAlert } from "@/lib/treasury/payouts/set-alert";
import { type Outcome, tryTransfer } from "@/lib/treasury/payouts/simulate";
import { leaveAlone } from "./refused";
import type { SweepRun } from "./run";
import type { PlannedSweep } from "./sign-sweep";

/** What names, among things left alone, an address of a token. */
export const refusedPrefix = (chain: string, token: string) => `${chain}:${token}:`;

/** Whether the token moves nothing to the treasury now, whoever asks. An alert tells when it does not. */
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

/** Of an address that the token refuses an alert tells, and it is left alone for an hour. */
async function tellOf(
  { network: { chain } }: SweepRun,
  { token }: Token,
  { address, depositIndex }: PlannedSweep,
  outcome: Outcome<unknown>,
): Promise<void> {
  const subject = `${refusedPrefix(chain, token)}${address}`;
  const about = { kind: "sweep_failed", subject } as const;
  if ("answer" in outcome) return closeAlert(about);
  if ("fault" in outcome) {
    log().warn({ chain, depositIndex, fault: outcome.fault }, "a sweep was not tried");
    return;
  }
  leaveAlone(subject);
  const text = `${token} on ${chain} does not allow sweeping the deposit address ${address}: ${outcome.refusal}. It is retried hourly. The balance counts as custody but cannot be paid out.`;
  await openAlert({ ...about, text });
}

/** Those that the token would carry out now; nothing is signed for the others. */
export async function movable(
  run: SweepRun,
  token: Token,
  planned: readonly PlannedSweep[],
): Promise<PlannedSweep[]> {
  if (await refusesAll(run, token)) return [];
  const { network, treasury, head } = run;
  const asked = await inChunks(planned, async (sweep) => {
    const { address: from, amountMicroUsd } = sweep;
    const transfer = { tokenAddress: token.address, from, to: treasury, amountMicroUsd };
    return { sweep, outcome: await tryTransfer(network, transfer, head.hash) };
  });
  for (const { sweep, outcome } of asked) await tellOf(run, token, sweep, outcome);
  return asked.flatMap(({ sweep, outcome }) => ("answer" in outcome ? [sweep] : []));
}
