import { sleep } from "../../bootstrap/process-info.mjs";
import { type Findings, requireSame } from "../findings.ts";
import { until } from "../service/api.ts";
import { makePartner, untilCredited } from "../service/make-partners.ts";
import { CHAIN } from "../service/read-chain.ts";
import { FEE_USD } from "../service/withdraw.ts";
import { mustEnd, untilSound } from "./commands.ts";
import {
  approve,
  type LostTime,
  requestWithdrawal,
  type Scene,
  untilCompleted,
  type Withdrawal,
} from "./lost-time.ts";

/** Longer than a worker takes to look for what is to be signed, and longer than its sweeps are apart here. */
const NOTHING_SIGNED_MS = 12_000;
const HELD_USD = 50;
const LATER_USD = 60;

const micro = (usd: number) => BigInt(Math.round(usd * 1_000_000));
const netOf = ({ amountUsd }: Pick<Withdrawal, "amountUsd">) => micro(amountUsd - FEE_USD);

export interface Settled {
  /** What the first partner's wallet paid since the moment: withdrawals, and the posting of the found payout. */
  spentMicroUsd: bigint;
  /** When the first payout after restore mode was completed, of `performance.now()`. */
  signedAtMs: number;
}

/** Step 3 to the end of docs/backup.md, with everything that must be true meanwhile and afterwards. */
export async function settle(scene: Scene, lost: LostTime, findings: Findings): Promise<Settled> {
  const held = await requestWithdrawal(scene, { amountUsd: HELD_USD });
  await approve(scene, held);
  await checkFound(scene, lost, findings);
  const repeated = await checkRepeated(scene, lost, findings);
  await checkAddress(scene, lost, findings);
  await book(scene, lost, findings);
  await checkNothingSigned(scene, lost, held, findings);
  const { administrators, service } = scene;
  await administrators[0].call(`/admin/withdrawals/${repeated.id}/reject`, {
    reason: "It was paid before the restore.",
    totp: administrators[0].code(),
  });
  await findings.check("reconcile ends with 0", () =>
    untilSound("reconcile", service.settings.worker),
  );
  await findings.check("restore mode ends", async () => {
    const args = ["off", administrators[0].email];
    const output = await mustEnd("restore-mode", args, service.settings.worker);
    await mustEnd("restore-mode", ["status"], service.settings.worker);
    return output.split("\n")[0] ?? "";
  });
  const signedAtMs = await checkSigning(scene, lost, held, findings);
  const spent = netOf(lost.unknown) + micro(lost.paid.amountUsd + HELD_USD + LATER_USD);
  return { spentMicroUsd: spent, signedAtMs };
}

/** What the restored database learns from the chain. */
async function checkFound(scene: Scene, lost: LostTime, { check }: Findings) {
  const { service, partners, chain } = scene;
  await check("the deposit of the lost time is credited", async () => {
    await untilCredited(service.baseUrl, partners[0].apiKey, lost.deposit.txHash);
    return lost.deposit.txHash;
  });
  await check("the withdrawal that was paid is completed by its transaction", async () => {
    const txHash = await untilCompleted(scene, lost.paid);
    requireSame("its transaction", txHash, lost.paid.txHash);
    requireSame(
      "what its address has",
      await chain.balanceOf(lost.paid.toAddress),
      netOf(lost.paid),
    );
    return txHash;
  });
  await check("the unknown payout opens an alert that names it", async () => {
    await until("The alert", async () => {
      const texts = await alertsOf(scene, "payout_found");
      return texts.find((text) => text.includes(lost.unknown.txHash));
    });
    requireSame("the number of such alerts", (await alertsOf(scene, "payout_found")).length, 1);
    return lost.unknown.txHash;
  });
  await check("restore mode does not end before the payout is booked", async () => {
    const args = ["off", scene.administrators[0].email];
    const output = await mustEnd("restore-mode", args, service.settings.worker, 1);
    if (!output.includes(lost.unknown.txHash)) throw new Error(output);
    return "refused, with the transaction";
  });
}

/** The texts of the open alerts of a kind. */
async function alertsOf({ administrators: [ada] }: Scene, kind: string): Promise<string[]> {
  const { alerts } = await ada.call<{ alerts: { kind: string; text: string }[] }>("/admin/health");
  return alerts.filter((each) => each.kind === kind).map(({ text }) => text);
}

/** The partner sends the request of the lost withdrawal again, with the same key. */
async function checkRepeated(scene: Scene, lost: LostTime, { check }: Findings) {
  const repeated = await requestWithdrawal(scene, lost.unknown);
  await check(
    "the repeated request is a new withdrawal, marked as one that may be paid",
    async () => {
      if (repeated.id === lost.unknown.id) throw new Error(`it is ${repeated.id}, which was lost`);
      type Answer = { status: string; samePayment?: { txHash: string } };
      const path = `/admin/withdrawals/${repeated.id}`;
      const { status, samePayment } = await scene.administrators[0].call<Answer>(path);
      requireSame("its status", status, "pending");
      requireSame("the same payment", samePayment?.txHash, lost.unknown.txHash);
      return `${repeated.id}, before it was ${lost.unknown.id}`;
    },
  );
  return repeated;
}

/** A worker has seen the approved withdrawal for a while, and has left the chain as it was when everything was lost. */
async function checkNothingSigned(
  { chain }: Scene,
  { paid, unknown, chainState }: LostTime,
  held: Withdrawal,
  { check }: Findings,
) {
  await check("nothing was signed since, though a withdrawal is approved", async () => {
    await sleep(NOTHING_SIGNED_MS);
    const state = await chain.signedState([paid.toAddress, unknown.toAddress]);
    requireSame("the chain's state", state, chainState);
    requireSame("what the approved one has", await chain.balanceOf(held.toAddress), 0n);
    return state;
  });
}

async function checkAddress(scene: Scene, lost: LostTime, { check }: Findings) {
  await check("a new partner gets another deposit address than the lost one", async () => {
    const { service, administrators } = scene;
    const { walletAddress } = await makePartner(service.baseUrl, administrators[0], "later");
    if (walletAddress === lost.lostAddress) throw new Error(`both have ${walletAddress}`);
    return `${walletAddress}, the lost one has ${lost.lostAddress}`;
  });
}

/** Two administrators book the payout with its partner. */
async function book(scene: Scene, lost: LostTime, { check }: Findings) {
  const [ada, grace] = scene.administrators;
  await check("two administrators book the found payout, and its alert closes", async () => {
    const { postingId } = await ada.call<{ postingId: string }>("/admin/postings", {
      ...{ kind: "correction", direction: "debit", partnerId: scene.partners[0].partnerId },
      ...{ amount: lost.unknown.amountUsd - FEE_USD, reference: lost.unknown.txHash },
      ...{ against: `custody:${CHAIN}:usdc`, reason: "Paid before the restore" },
      totp: ada.code(),
    });
    await grace.call(`/admin/postings/${postingId}/confirm`, { totp: grace.code() });
    await until("The alert closes", async () =>
      (await alertsOf(scene, "payout_found")).length === 0 ? true : undefined,
    );
    return postingId;
  });
}

/** What was held is paid once, and so is what is asked for now. Returns when the first one was. */
async function checkSigning(
  scene: Scene,
  lost: LostTime,
  held: Withdrawal,
  { check }: Findings,
): Promise<number> {
  let signedAtMs = 0;
  await check("the held withdrawal is paid", async () => {
    const txHash = await untilCompleted(scene, held);
    signedAtMs = performance.now();
    return txHash;
  });
  const later = await requestWithdrawal(scene, { amountUsd: LATER_USD });
  await approve(scene, later);
  await check("a new withdrawal is paid", () => untilCompleted(scene, later));
  await check("each address was paid once", async () => {
    for (const each of [lost.paid, lost.unknown, held, later])
      requireSame(each.toAddress, await scene.chain.balanceOf(each.toAddress), netOf(each));
    return "four payouts";
  });
  return signedAtMs;
}
