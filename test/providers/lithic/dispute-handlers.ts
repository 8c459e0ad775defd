import { randomUUID } from "node:crypto";
import type Lithic from "lithic";
import { type Handler, ok, Refused } from "../stand-in/answer";
import { found, page } from "./lists";
import { instantNow, type LithicState } from "./objects";

const CREATED = 201;

function newDispute(body: Record<string, unknown>): Lithic.Dispute {
  return {
    token: randomUUID(),
    transaction_token: String(body.transaction_token),
    amount: Number(body.amount),
    arbitration_date: null,
    created: instantNow(),
    customer_filed_date:
      body.customer_filed_date === undefined ? null : String(body.customer_filed_date),
    customer_note: body.customer_note === undefined ? null : String(body.customer_note),
    network_claim_ids: null,
    network_filed_date: null,
    network_reason_code: null,
    prearbitration_date: null,
    primary_claim_id: null,
    reason: body.reason as Lithic.Dispute["reason"],
    representment_date: null,
    resolution_date: null,
    resolution_note: null,
    resolution_reason: null,
    status: "NEW",
  };
}

function newEvidence(
  disputeToken: string,
  { filename }: Record<string, unknown>,
  address: string,
): Lithic.DisputeEvidence {
  const token = randomUUID();
  return {
    token,
    dispute_token: disputeToken,
    created: instantNow(),
    ...(filename !== undefined && { filename: String(filename) }),
    upload_status: "PENDING",
    upload_url: `${address}/uploads/${token}`,
  };
}

/** The operations of Lithic about disputes, and of the object storage that takes files for it. */
export function disputeHandlers(state: LithicState): Record<string, Handler> {
  return {
    "POST /v1/disputes": ({ body }) => {
      const { settled_amount } = found(
        state.transactions,
        body.transaction_token,
        "transaction",
        400,
      );
      if (Number(body.amount) > settled_amount)
        throw new Refused(400, "The amount exceeds the transaction.");
      const dispute = newDispute(body);
      state.disputes.set(dispute.token, dispute);
      return ok(dispute, CREATED);
    },
    "GET /v1/disputes": (call) => {
      const { transaction_tokens: tokens, status } = call.query;
      const all = [...state.disputes.values()]
        .filter((each) => !Array.isArray(tokens) || tokens.includes(each.transaction_token))
        .filter((each) => status === undefined || each.status === status);
      return page(all, call);
    },
    "GET /v1/disputes/{dispute_token}": ({ path }) =>
      ok(found(state.disputes, path.dispute_token, "dispute")),
    "DELETE /v1/disputes/{dispute_token}": ({ path }) => {
      const dispute = found(state.disputes, path.dispute_token, "dispute");
      if (dispute.status === "CASE_CLOSED") throw new Refused(400, "The dispute is closed.");
      const closed = { status: "CASE_CLOSED", resolution_reason: "WITHDRAWN" } as const;
      return ok(Object.assign(dispute, closed));
    },
    "GET /v1/disputes/{dispute_token}/evidences": (call) => {
      const { token } = found(state.disputes, call.path.dispute_token, "dispute");
      const all = [...state.evidences.values()].filter((each) => each.dispute_token === token);
      return page(all, call);
    },
    "POST /v1/disputes/{dispute_token}/evidences": ({ path, body, headers }) => {
      const { token } = found(state.disputes, path.dispute_token, "dispute");
      const evidence = newEvidence(token, body, `http://${headers.host}`);
      state.evidences.set(evidence.token, evidence);
      return ok(evidence, CREATED);
    },
    "DELETE /v1/disputes/{dispute_token}/evidences/{evidence_token}": ({ path }) => {
      const evidence = found(state.evidences, path.evidence_token, "evidence");
      return ok(Object.assign(evidence, { upload_status: "DELETED" }));
    },
    "PUT /uploads/{evidence_token}": ({ path, files, headers }) => {
      const evidence = found(state.evidences, path.evidence_token, "upload", 403);
      if (evidence.upload_status !== "PENDING" || headers.authorization !== undefined)
        throw new Refused(403, "Access denied");
      if (!files.body) throw new Refused(400, "The body must be a file.");
      state.uploads.set(evidence.token, files.body);
      delete evidence.upload_url;
      evidence.upload_status = "UPLOADED";
      return ok({});
    },
    "PATCH /v1/disputes/{dispute_token}": ({ path, body }) => {
      const dispute = found(state.disputes, path.dispute_token, "dispute");
      if (dispute.status !== "NEW") throw new Refused(400, "Only a new dispute can be changed.");
      return ok(Object.assign(dispute, body));
    },
  };
}
