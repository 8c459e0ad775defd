import type Stripe from "stripe";
import { CARD_ISSUER_NAMES } from "@/lib/kernel/provider-names";
import { askStripe } from "@/lib/kernel/stripe/ask-stripe";
import { centsOf, microUsdOf } from "../disputes/cents";
import type {
  DisputeEvidence,
  DisputeRequest,
  EvidenceFile,
  IssuerDispute,
  IssuerDisputes,
} from "../disputes/port";
import { createOnce } from "./create-once";
import { stripeEvidence } from "./dispute-evidence";
import { stripeDisputeStatus } from "./dispute-status";

const PAGE_SIZE = 100;
const UPLOAD_TIMEOUT_MS = 20_000;

function disputeOf(dispute: Stripe.Issuing.Dispute): IssuerDispute {
  const { id, transaction, amount, created } = dispute;
  return {
    issuerDisputeId: id,
    issuerTransactionId: typeof transaction === "string" ? transaction : transaction.id,
    amountMicroUsd: microUsdOf(amount),
    ...stripeDisputeStatus(dispute),
    createdAt: new Date(created * 1000),
  };
}

const ask = <Result>(operation: string, run: () => Promise<Result>): Promise<Result> =>
  askStripe({ provider: CARD_ISSUER_NAMES.stripe, operation }, run);

/** Stripe allows one dispute of a transaction, so it is looked for before one is opened. */
async function openDispute(stripe: Stripe, request: DisputeRequest): Promise<IssuerDispute> {
  const { issuerTransactionId: transaction, amountMicroUsd, evidence } = request;
  const amount = centsOf(amountMicroUsd);
  return ask("openDispute", async () => {
    const { disputes } = stripe.issuing;
    const find = async () => (await disputes.list({ transaction, limit: 1 })).data[0];
    const found = await find();
    if (found) return disputeOf(found);
    const opened = await createOnce({
      key: `dispute-${transaction}`,
      params: { transaction, amount, evidence: stripeEvidence(evidence) },
      create: (params, options) => disputes.create(params, options),
      find,
    });
    return disputeOf(opened);
  });
}

/**
 * Uploads a file and names it in the evidence. A repeat within a day uploads nothing, because the key is known; a later one
 * replaces the file by the same file. So does one whose key Stripe has failed, as it keeps that answer too.
 */
function attachFile(
  stripe: Stripe,
  id: string,
  evidence: DisputeEvidence,
  { id: fileId, name, mediaType: type, bytes }: EvidenceFile,
): Promise<string> {
  return ask("attachEvidenceFile", async () => {
    const file = await createOnce({
      key: `evidence-file-${fileId}`,
      params: { name, type },
      create: (of, options) =>
        stripe.files.create(
          { purpose: "dispute_evidence", file: { data: bytes, ...of } },
          { ...options, timeout: UPLOAD_TIMEOUT_MS },
        ),
      // A file that no evidence names is not looked for.
      find: async () => undefined,
    });
    await stripe.issuing.disputes.update(id, { evidence: stripeEvidence(evidence, file.id) });
    return file.id;
  });
}

/** Disputes of Stripe Issuing. */
export function stripeDisputes(stripe: Stripe): IssuerDisputes {
  const { disputes } = stripe.issuing;
  const find = (id: string) =>
    ask("findDispute", async () => disputeOf(await disputes.retrieve(id)));
  return {
    openDispute: (request) => openDispute(stripe, request),
    changeEvidence: (id, evidence) =>
      ask("changeDisputeEvidence", async () =>
        disputeOf(await disputes.update(id, { evidence: stripeEvidence(evidence, "") })),
      ),
    attachFile: (id, evidence, file) => attachFile(stripe, id, evidence, file),
    submitDispute: async (id) => {
      // Stripe refuses a second submission.
      const found = await find(id);
      if (found.status !== "open") return found;
      return ask("submitDispute", async () => disputeOf(await disputes.submit(id)));
    },
    findDispute: find,
    async *listDisputes() {
      let page = await ask("listDisputes", () => disputes.list({ limit: PAGE_SIZE }));
      for (;;) {
        for (const dispute of page.data) yield disputeOf(dispute);
        const last = page.data.at(-1)?.id;
        if (!page.has_more || last === undefined) return;
        const next = { limit: PAGE_SIZE, starting_after: last };
        page = await ask("listDisputes", () => disputes.list(next));
      }
    },
  };
}
