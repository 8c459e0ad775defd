import type Lithic from "lithic";
import { centsOf, microUsdOf } from "../disputes/cents";
import type {
  DisputeEvidence,
  DisputeReason,
  DisputeRequest,
  IssuerDispute,
  IssuerDisputes,
} from "../disputes/port";
import { attachFile } from "./attach-file";
import { callLithic } from "./call";
import { lithicDisputeStatus } from "./dispute-status";
import { lithicTime } from "./lithic-time";

const PAGE_SIZE = 100;

const REASONS: Record<DisputeReason, Lithic.DisputeCreateParams["reason"]> = {
  fraudulent: "FRAUD_OTHER",
  duplicate: "DUPLICATED",
  canceled: "CANCELLED",
  not_received: "GOODS_SERVICES_NOT_RECEIVED",
  not_as_described: "GOODS_SERVICES_NOT_AS_DESCRIBED",
  incorrect_amount: "INCORRECT_AMOUNT",
  cash_not_dispensed: "ATM_CASH_MISDISPENSE",
  other: "OTHER",
};

function disputeOf(dispute: Lithic.Dispute): IssuerDispute {
  const { token, transaction_token, amount, created } = dispute;
  return {
    issuerDisputeId: token,
    issuerTransactionId: transaction_token,
    amountMicroUsd: microUsdOf(amount),
    ...lithicDisputeStatus(dispute),
    createdAt: lithicTime(created),
  };
}

/** The facts as one text: Lithic has no fields for them. */
function noteOf(evidence: DisputeEvidence): string {
  const { explanation, product, expectedAt, receivedAt, canceledAt, returnedAt } = evidence;
  const day = (label: string, at: Date | undefined) =>
    at === undefined ? [] : [`${label}: ${at.toISOString().slice(0, 10)}`];
  return [
    explanation,
    ...(product === undefined ? [] : [`Product (${product.type}): ${product.description}`]),
    ...day("Expected", expectedAt),
    ...day("Received", receivedAt),
    ...day("Canceled", canceledAt),
    ...day("Returned", returnedAt),
    ...(evidence.originalTransactionId === undefined
      ? []
      : [`Original transaction: ${evidence.originalTransactionId}`]),
  ].join("\n");
}

/** Lithic has no idempotency key for disputes, so one of the transaction is looked for first. */
async function openDispute(client: Lithic, request: DisputeRequest): Promise<IssuerDispute> {
  const { issuerTransactionId, amountMicroUsd, evidence, filedAt } = request;
  const amount = centsOf(amountMicroUsd);
  const known = await callLithic("findDispute", () =>
    client.disputes.list({ transaction_tokens: [issuerTransactionId], page_size: PAGE_SIZE }),
  );
  const found = known.data.find((each) => lithicDisputeStatus(each).status !== "withdrawn");
  if (found) return disputeOf(found);
  const body = {
    transaction_token: issuerTransactionId,
    amount,
    reason: REASONS[evidence.reason],
    customer_note: noteOf(evidence),
    customer_filed_date: filedAt.toISOString(),
  };
  return disputeOf(await callLithic("openDispute", () => client.disputes.create(body)));
}

/** Disputes of Lithic, which it calls chargeback requests. */
export function lithicDisputes(client: Lithic): IssuerDisputes {
  const find = async (token: string) =>
    disputeOf(await callLithic("findDispute", () => client.disputes.retrieve(token)));
  return {
    openDispute: (request) => openDispute(client, request),
    changeEvidence: async (token, evidence) => {
      const body = { reason: REASONS[evidence.reason], customer_note: noteOf(evidence) };
      return disputeOf(
        await callLithic("changeDisputeEvidence", () => client.disputes.update(token, body)),
      );
    },
    attachFile: (token, _evidence, file) => attachFile(client, token, file),
    // Lithic submits requests itself.
    submitDispute: find,
    findDispute: find,
    async *listDisputes() {
      let page = await callLithic("listDisputes", () =>
        client.disputes.list({ page_size: PAGE_SIZE }),
      );
      for (;;) {
        for (const dispute of page.data) yield disputeOf(dispute);
        if (!page.hasNextPage()) return;
        const current = page;
        page = await callLithic("listDisputes", () => current.getNextPage());
      }
    },
  };
}
