import type { Hex } from "viem";
import { closeAlert } from "@/lib/alerts/close-alert";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import type { PayoutEnd } from "@/lib/withdrawals/payout-port";
import type { Authorization } from "./authorization";
import type { SendRun } from "./run";
import { endSweep } from "./store";

type End = { paidBy: Hex } | { unpaidFor: string };

function payoutEnd(chain: string, end: End): PayoutEnd {
  if ("unpaidFor" in end) return { state: "failed", reason: end.unpaidFor };
  const url = explorerUrl(env().SERVICE_ENVIRONMENT, chain, end.paidBy);
  if (url === undefined) throw new Error(`${chain} has no explorer`);
  return { state: "completed", chain, txHash: end.paidBy, explorerUrl: url };
}

async function writeDown({ network, end: endPayout }: SendRun, of: Authorization, end: End) {
  const { id, purpose, partnerId } = of;
  if (purpose === "sweep") return endSweep(id, "paidBy" in end ? end.paidBy : null, now());
  if (partnerId === null) throw new Error(`the payout of ${id} has no partner`);
  await endPayout({ withdrawalId: id, partnerId }, payoutEnd(network.chain, end));
}

/**
 * Records the result of an authorization; a recorded result stays unchanged. Returns whether the result is recorded. A
 * failure is logged and retried at the next poll, and does not delay other authorizations.
 */
export async function conclude(
  run: SendRun,
  authorization: Authorization,
  end: End,
): Promise<boolean> {
  if (authorization.state !== "open") return true;
  const { id } = authorization;
  const isPaid = "paidBy" in end;
  await run.lease.hold();
  if (isPaid) await run.onStep("payment-confirmed", [id]);
  // Before the end is stored: nobody looks at an ended sweep again, so its alert would stay open after a stop in between.
  await closeAlert({ kind: "token_refuses", subject: id });
  try {
    await writeDown(run, authorization, end);
  } catch (error) {
    const { chain } = run.network;
    log().error({ chain, id, failure: errorFields(error) }, "result of a payout not recorded");
    return false;
  }
  authorization.state = isPaid ? "paid" : "unpaid";
  run.counts[isPaid ? "completed" : "failed"] += 1;
  log().info({ id, ...end }, isPaid ? "paid on chain" : "expired on chain");
  if (isPaid) await run.onStep("payment-stored", [id]);
  return true;
}
