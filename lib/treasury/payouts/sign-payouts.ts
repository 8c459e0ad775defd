import { isAddressEqual, recoverTypedDataAddress } from "viem";
import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { askEach } from "@/lib/chain/read/ask-each";
import { publishChange } from "@/lib/kernel/changes";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { payoutNonce } from "../payout-nonce";
import type { Authorization, WaitingPayout } from "./authorization";
import { refusedTransfers } from "./refusals";
import type { ChainView, SendRun } from "./run";
import { screenPayouts } from "./screen-payouts";
import { setAlert } from "./set-alert";
import { bySigner } from "./signer-fault";
import { type Outcome, transferRefusal, tryTransfer } from "./simulate";
import { insertPayouts, isWaiting } from "./store";
import { authorizationToSign } from "./token-calls";
import { verifyApprovals } from "./verify-approvals";

type Keys = NonNullable<SendRun["keys"]>;
type PayoutToken = NonNullable<SendRun["payoutToken"]>;

/**
 * Returns why the token refuses every transfer of the treasury, even of 0 to itself: the token is paused or the
 * treasury is blocklisted.
 */
async function generalRefusal(
  { network }: SendRun,
  { head }: ChainView,
  { address: tokenAddress }: PayoutToken,
  treasury: Keys["treasury"],
): Promise<string | undefined> {
  const nothing = { tokenAddress, from: treasury, to: treasury, amountMicroUsd: 0n };
  return transferRefusal(network, nothing, head.hash);
}

/** Skips a refused withdrawal for a while; the others continue. */
async function raiseRefusalAlert(
  { network }: SendRun,
  { token }: PayoutToken,
  { withdrawalId: subject, toAddress }: WaitingPayout,
  outcome: Outcome<unknown>,
): Promise<void> {
  refusedTransfers.note(subject);
  const { chain } = network;
  if ("fault" in outcome) {
    log().warn({ chain, id: subject, fault: outcome.fault }, "payout not attempted");
  } else if ("refusal" in outcome) {
    const text = `${token} on ${chain} refuses to pay ${subject} to ${toAddress}: ${outcome.refusal}. The withdrawal stays approved and is retried. Other withdrawals are sent.`;
    await openAlert({ kind: "token_refuses", subject, text });
    // The withdrawal may have been given up just before, and its alert closed with it.
    if (!(await isWaiting(subject))) await closeAlert({ kind: "token_refuses", subject });
  }
}

/**
 * Selects the withdrawals that the token would pay now. Opens one alert when the token refuses every transfer,
 * otherwise one for each refused withdrawal.
 */
async function payable(
  run: SendRun,
  view: ChainView,
  token: PayoutToken,
  treasury: Keys["treasury"],
  waiting: readonly WaitingPayout[],
): Promise<WaitingPayout[]> {
  const { network } = run;
  const general = await generalRefusal(run, view, token, treasury);
  const text = `${token.token} on ${network.chain} refuses every transfer of the treasury ${treasury}: ${general}. Withdrawals stay approved and are sent when the token allows transfers.`;
  await setAlert("token_refuses", network.chain, general === undefined ? undefined : text);
  if (general !== undefined) return [];
  const checked = await askEach(waiting, async (payout) => {
    const { toAddress: to, netMicroUsd: amountMicroUsd } = payout;
    const transfer = { tokenAddress: token.address, from: treasury, to, amountMicroUsd };
    return { payout, outcome: await tryTransfer(network, transfer, view.head.hash) };
  });
  for (const { payout, outcome } of checked)
    if (!("answer" in outcome)) await raiseRefusalAlert(run, token, payout, outcome);
  return checked.flatMap(({ payout, outcome }) => ("answer" in outcome ? [payout] : []));
}

/**
 * @throws SignerFault, also when the signature is not the treasury's. This check is essential, since a stored signature is never
 * replaced.
 */
async function sign(
  { network }: SendRun,
  { head }: ChainView,
  { signer, treasury }: Keys,
  token: PayoutToken,
  { withdrawalId, partnerId, toAddress, netMicroUsd }: WaitingPayout,
): Promise<Authorization> {
  const unsigned = {
    ...{ purpose: "payout" as const, id: withdrawalId, partnerId },
    ...{ tokenAddress: token.address, fromAddress: treasury, toAddress },
    amountMicroUsd: netMicroUsd,
    nonce: payoutNonce(withdrawalId),
    validBefore: head.timeS + BigInt(env().CHAIN_PAYOUT_VALID_S),
  };
  const message = authorizationToSign(network, token, unsigned);
  const signature = await bySigner(network.chain, "treasury", async () => {
    const signed = await signer.signAuthorization("treasury", message);
    const by = await recoverTypedDataAddress({ ...message, signature: signed });
    if (!isAddressEqual(by, treasury))
      throw new Error(`the signer signed for ${by} instead of the treasury ${treasury}`);
    return signed;
  });
  return { ...unsigned, signedAt: now(), signature, state: "open" };
}

/**
 * Signs the withdrawals that the token would pay now, and stores the signatures. Returns the authorizations.
 * @throws LeaseLost when another process may be signing; nothing is stored then.
 */
export async function signPayouts(
  run: SendRun,
  view: ChainView,
  waiting: readonly WaitingPayout[],
): Promise<Authorization[]> {
  const { keys, payoutToken: token, lease, network, onStep } = run;
  if (!keys || !token) return [];
  const verified = await verifyApprovals({ network, token }, waiting);
  const screened = await screenPayouts(verified);
  if (screened.length === 0) return [];
  const paid = await payable(run, view, token, keys.treasury, screened);
  if (paid.length === 0) return [];
  await lease.hold();
  const signed: Authorization[] = [];
  for (const payout of paid) {
    await lease.keep();
    signed.push(await sign(run, view, keys, token, payout));
  }
  const ids = signed.map(({ id }) => id);
  await onStep("authorization-signed", ids);
  const stored = await insertPayouts(lease, network.chain, signed, now());
  // A signature that was not stored is discarded: the withdrawal was given up or its partner suspended meanwhile.
  if (stored.length !== signed.length) await lease.hold();
  run.counts.signed += stored.length;
  const begun = signed.filter(({ id }) => stored.includes(id));
  for (const { partnerId } of begun) publishChange(partnerId, ["withdrawals"]);
  await onStep("authorization-stored", stored);
  return begun;
}
