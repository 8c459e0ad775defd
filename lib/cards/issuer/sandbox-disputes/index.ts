import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { ProviderRefused } from "@/lib/kernel/provider-error";
import { centsOf } from "../disputes/cents";
import type { DisputeStatus, IssuerDispute, IssuerDisputes } from "../disputes/port";
import {
  findCollectedAmount,
  findOrInsertDispute,
  findSandboxDispute,
  listSandboxDisputes,
  moveSandboxDispute,
  type SandboxDispute,
} from "./store";

const disputeOf = (dispute: SandboxDispute): IssuerDispute => ({
  issuerDisputeId: dispute.id,
  issuerTransactionId: dispute.transactionId,
  amountMicroUsd: dispute.amountMicroUsd,
  status: dispute.status,
  detail: dispute.status,
  createdAt: dispute.createdAt,
});

const refused = (operation: string, status: number) =>
  new ProviderRefused({ provider: "sandbox", operation, status });

async function find(operation: string, id: string): Promise<IssuerDispute> {
  const found = await findSandboxDispute(id);
  if (!found) throw refused(operation, 404);
  return disputeOf(found);
}

async function findOpen(operation: string, id: string): Promise<IssuerDispute> {
  const dispute = await find(operation, id);
  if (dispute.status !== "open") throw refused(operation, 400);
  return dispute;
}

/**
 * @throws ProviderRefused for an unknown transaction, or for more than the transaction collected
 * @throws RangeError for a fraction of a cent
 */
async function refuseAmount({ transactionId, amountMicroUsd }: Disputed): Promise<void> {
  centsOf(amountMicroUsd);
  const collectedMicroUsd = await findCollectedAmount(transactionId);
  if (collectedMicroUsd === undefined) throw refused("openDispute", 404);
  if (amountMicroUsd > collectedMicroUsd) throw refused("openDispute", 400);
}

interface Disputed {
  transactionId: string;
  amountMicroUsd: bigint;
}

async function findOrInsert(
  { transactionId, amountMicroUsd }: Disputed,
  filedAt: Date,
  status: DisputeStatus,
): Promise<SandboxDispute> {
  const id = `sandbox_${newId("dsp")}`;
  const row = { id, transactionId, amountMicroUsd, status, createdAt: now() };
  return findOrInsertDispute(row, filedAt);
}

type Outcome = "won" | "lost" | "withdrawn";

/**
 * Decides the dispute of a transaction at the sandbox, also before it was submitted there, once: of several outcomes the first
 * one counts.
 * @param filedAt when the cardholder complained
 */
export async function setSandboxOutcome(
  disputed: Disputed,
  filedAt: Date,
  outcome: Outcome,
): Promise<void> {
  const { id } = await findOrInsert(disputed, filedAt, outcome);
  await moveSandboxDispute(id, ["open", "submitted"], outcome);
}

/**
 * Decides a submitted dispute at the sandbox, once: of two outcomes at the same time the first one counts.
 * @returns the status that the dispute has at the sandbox now
 */
export async function decideSandboxDispute(id: string, outcome: Outcome): Promise<DisputeStatus> {
  await moveSandboxDispute(id, ["open", "submitted"], outcome);
  return (await find("decideDispute", id)).status;
}

/** The disputes of the sandbox: the partner decides them by Simulate Dispute Outcome. */
export const sandboxDisputes: IssuerDisputes = {
  openDispute: async ({ issuerTransactionId: transactionId, amountMicroUsd, filedAt }) => {
    const disputed = { transactionId, amountMicroUsd };
    await refuseAmount(disputed);
    return disputeOf(await findOrInsert(disputed, filedAt, "open"));
  },
  changeEvidence: (id) => findOpen("changeDisputeEvidence", id),
  attachFile: async (id, _evidence, file) => {
    await findOpen("attachEvidenceFile", id);
    return `sandbox_${file.id}`;
  },
  submitDispute: async (id) => {
    await moveSandboxDispute(id, ["open"], "submitted");
    return find("submitDispute", id);
  },
  findDispute: (id) => find("findDispute", id),
  async *listDisputes() {
    for (const each of await listSandboxDisputes()) yield disputeOf(each);
  },
};
