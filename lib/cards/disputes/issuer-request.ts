import type { DisputeEvidence, DisputeRequest } from "../issuer/disputes/port";
import type { IssuerName } from "../network/message";
import type { DisputeRow } from "./dispute";
import type { DisputeFacts } from "./schema";
import { findNetworkFacts } from "./store";

/**
 * The issuer's id of the transaction that collected the money: the capture at Stripe, the whole transaction at Lithic.
 * The sandbox knows our own ids. Undefined when the network reported no capture of the amount.
 */
async function issuerTransactionOf(
  issuer: IssuerName,
  transactionId: string,
  amountMicroUsd: bigint,
): Promise<string | undefined> {
  if (issuer === "sandbox") return transactionId;
  const { networkTransactionId, captureId } = await findNetworkFacts(transactionId, amountMicroUsd);
  const id = issuer === "stripe" ? captureId : networkTransactionId;
  return id?.slice(`${issuer}:`.length);
}

const dayOf = (day: string | undefined) => (day === undefined ? undefined : new Date(day));

function momentsOf({ expectedOn, receivedOn, canceledOn, returnedOn }: DisputeFacts) {
  const moments = {
    expectedAt: dayOf(expectedOn),
    receivedAt: dayOf(receivedOn),
    canceledAt: dayOf(canceledOn),
    returnedAt: dayOf(returnedOn),
  };
  return Object.fromEntries(Object.entries(moments).filter(([, at]) => at !== undefined));
}

async function evidenceOf({
  issuer,
  reason,
  explanation,
  facts,
}: DisputeRow): Promise<DisputeEvidence> {
  const { productDescription: description, productType, originalServiceTransactionId } = facts;
  const originalTransactionId =
    originalServiceTransactionId === undefined
      ? undefined
      : await issuerTransactionOf(issuer, originalServiceTransactionId, 0n);
  return {
    reason,
    explanation,
    ...(description !== undefined && {
      product: { description, type: productType ?? "merchandise" },
    }),
    ...momentsOf(facts),
    ...(originalTransactionId !== undefined && { originalTransactionId }),
  };
}

/** Builds the request to the issuer. Undefined when the issuer has no transaction that could be disputed. */
export async function issuerRequestOf(dispute: DisputeRow): Promise<DisputeRequest | undefined> {
  const { issuer, transactionId, amountMicroUsd, createdAt, filedAt } = dispute;
  const issuerTransactionId = await issuerTransactionOf(issuer, transactionId, amountMicroUsd);
  if (issuerTransactionId === undefined) return undefined;
  const evidence = await evidenceOf(dispute);
  return { issuerTransactionId, amountMicroUsd, evidence, filedAt: filedAt ?? createdAt };
}
