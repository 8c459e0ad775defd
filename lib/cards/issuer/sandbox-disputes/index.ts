import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { ProviderRefused } from "@/lib/kernel/provider-error";
import type { DisputeStatus, IssuerDispute, IssuerDisputes } from "../disputes/port";
import {
  findDisputeOfTransaction,
  findSandboxDispute,
  insertSandboxDispute,
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

async function find(operation: string, id: string): Promise<IssuerDispute> {
  const found = await findSandboxDispute(id);
  if (!found) throw new ProviderRefused({ provider: "sandbox", operation, status: 404 });
  return disputeOf(found);
}

interface Disputed {
  transactionId: string;
  amountMicroUsd: bigint;
}

async function insert(disputed: Disputed, status: DisputeStatus): Promise<SandboxDispute> {
  const { transactionId, amountMicroUsd } = disputed;
  const id = `sandbox_${newId("dsp")}`;
  const row = { id, transactionId, amountMicroUsd, status, createdAt: now() };
  await insertSandboxDispute(row);
  return row;
}

/** Decides the dispute of a transaction at the sandbox, also before it was submitted there. */
export async function setSandboxOutcome(
  disputed: Disputed,
  outcome: "won" | "lost" | "withdrawn",
): Promise<void> {
  const { transactionId } = disputed;
  if (!(await moveSandboxDispute({ transactionId }, ["open", "submitted"], outcome)))
    await insert(disputed, outcome);
}

/** The disputes of the sandbox: the partner decides them by Simulate Dispute Outcome. */
export const sandboxDisputes: IssuerDisputes = {
  openDispute: async ({ issuerTransactionId: transactionId, amountMicroUsd, filedAt }) => {
    const found = await findDisputeOfTransaction(transactionId, filedAt);
    return disputeOf(found ?? (await insert({ transactionId, amountMicroUsd }, "open")));
  },
  changeEvidence: (id) => find("changeDisputeEvidence", id),
  attachFile: async (id, _evidence, file) => {
    const { status } = await find("attachEvidenceFile", id);
    if (status !== "open")
      throw new ProviderRefused({
        provider: "sandbox",
        operation: "attachEvidenceFile",
        status: 400,
      });
    return `sandbox_${file.id}`;
  },
  submitDispute: async (id) => {
    await moveSandboxDispute({ id }, ["open"], "submitted");
    return find("submitDispute", id);
  },
  findDispute: (id) => find("findDispute", id),
  async *listDisputes() {
    for (const each of await listSandboxDisputes()) yield disputeOf(each);
  },
};
