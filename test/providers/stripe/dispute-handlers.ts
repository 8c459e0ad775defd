import type Stripe from "stripe";
import { type Call, type Handler, ok, Refused } from "../stand-in/answer";
import { found, matching, page } from "./lists";
import { newId, unixNow } from "./objects";
import type { StripeState } from "./state";

type Evidence = Stripe.Issuing.Dispute.Evidence;

function newDispute(transaction: Stripe.Issuing.Transaction, body: Record<string, unknown>) {
  const { amount, evidence, metadata } = body;
  const dispute: Stripe.Issuing.Dispute = {
    id: newId("idp"),
    object: "issuing.dispute",
    amount: Number(amount ?? Math.abs(transaction.amount)),
    created: unixNow(),
    currency: transaction.currency,
    evidence: (evidence ?? { reason: "fraudulent" }) as Evidence,
    livemode: false,
    metadata: (metadata as Stripe.Metadata | undefined) ?? {},
    status: "unsubmitted",
    transaction: transaction.id,
  };
  return dispute;
}

/** Fields of the evidence that Stripe needs before it submits a dispute. */
function checkComplete({ evidence }: Stripe.Issuing.Dispute): void {
  const fields = evidence[evidence.reason as keyof Evidence];
  const explanation = typeof fields === "object" && fields !== null && "explanation" in fields;
  if (!explanation) throw new Refused(400, "The evidence has no explanation.", "parameter_missing");
}

const MAX_EVIDENCE_BYTES = 5_000_000;

function newFile({ body, files }: Call, uploads: StripeState["uploads"]): Stripe.File {
  const { file } = files;
  if (!file) throw new Refused(400, "Missing required param: file.", "parameter_missing");
  if (file.bytes.length > MAX_EVIDENCE_BYTES)
    throw new Refused(400, "The file is too large.", "parameter_invalid");
  const id = newId("file");
  uploads.set(id, [file.bytes]);
  return {
    id,
    object: "file",
    created: unixNow(),
    expires_at: null,
    filename: file.name,
    links: null,
    purpose: body.purpose as Stripe.File.Purpose,
    size: file.bytes.length,
    title: null,
    type: file.name.split(".").at(-1) ?? null,
    url: null,
  };
}

/** Refuses evidence that names a file which was not uploaded. */
function checkDocument(state: StripeState, evidence: unknown): void {
  const { reason } = (evidence ?? {}) as { reason?: string };
  const fields = (evidence as Record<string, unknown> | undefined)?.[reason ?? ""];
  const { additional_documentation: id } = (fields ?? {}) as Record<string, unknown>;
  if (id !== undefined && id !== "") found(state.files, id, "file upload", 400);
}

/** The operations of Stripe about disputes. */
export function disputeHandlers(state: StripeState): Record<string, Handler> {
  const unsubmitted = (id: string | undefined) => {
    const dispute = found(state.disputes, id, "issuing dispute");
    if (dispute.status !== "unsubmitted")
      throw new Refused(400, `This dispute is ${dispute.status} and cannot be changed.`);
    return dispute;
  };
  return {
    "POST /v1/issuing/disputes": ({ body }) => {
      const transaction = found(state.transactions, body.transaction, "issuing transaction", 400);
      if (transaction.dispute !== null)
        throw new Refused(400, "This transaction has a dispute already.");
      checkDocument(state, body.evidence);
      const dispute = newDispute(transaction, body);
      if (dispute.amount > Math.abs(transaction.amount))
        throw new Refused(400, "The amount exceeds the transaction.", "parameter_invalid");
      state.disputes.set(dispute.id, dispute);
      transaction.dispute = dispute.id;
      return ok(dispute);
    },
    "GET /v1/issuing/disputes": (call) => {
      const all = matching(state.disputes.values(), call.query, ["transaction", "status"]);
      return page(all, call, "/v1/issuing/disputes");
    },
    "GET /v1/issuing/disputes/{dispute}": ({ path }) =>
      ok(found(state.disputes, path.dispute, "issuing dispute")),
    "POST /v1/issuing/disputes/{dispute}": ({ path, body }) => {
      checkDocument(state, body.evidence);
      return ok(Object.assign(unsubmitted(path.dispute), body));
    },
    "POST /v1/files": (call) => {
      const file = newFile(call, state.uploads);
      state.files.set(file.id, file);
      return ok(file);
    },
    "POST /v1/issuing/disputes/{dispute}/submit": ({ path }) => {
      const dispute = unsubmitted(path.dispute);
      checkComplete(dispute);
      return ok(Object.assign(dispute, { status: "submitted" }));
    },
  };
}
