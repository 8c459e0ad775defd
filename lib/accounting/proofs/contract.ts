import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { monthQuery } from "../statement/month-query";
import { proofFileSchema } from "./format/proof-file";

const HASH = "5d1b7a3d8c9a4f0c2b6e1f7a9d3c5b8e0f2a4c6e8d0b1a3c5e7f9b2d4a6c8e01";
const exampleKey = {
  keyId: "21fe31dfa154a261",
  publicKey: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
};
const exampleProof: z.input<typeof proofFileSchema> = {
  format: "ledger-proof-1",
  partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  isComplete: false,
  period: "2026-11-21",
  sealedBefore: "2026-11-22",
  keys: [exampleKey],
  days: [
    {
      day: "2026-11-21",
      leafCount: 2,
      root: HASH,
      previous: "0".repeat(64),
      keyId: exampleKey.keyId,
      signature: `${"A".repeat(86)}==`,
      journals: [
        {
          journalId: "jrn_01k9x6k2v8e5t2v7w4y0z1a2b3",
          type: "card_funding",
          sourceId: "txn_01k9x71f8r8e5t2v7w4y0z1a2b3",
          at: "2026-11-21T10:05:00.123456Z",
          legs: [
            {
              account: "wallet:ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
              amountMicroUsd: "-50000000",
              version: "2",
              balanceAfterMicroUsd: "950000000",
            },
            {
              account: "card:card_01k9x70c5r8e5t2v7w4y0z1a2b3",
              amountMicroUsd: "50000000",
              version: "1",
              balanceAfterMicroUsd: "50000000",
            },
          ],
          index: 0,
          path: [HASH],
        },
      ],
    },
  ],
};

export const exportStatementProofContract = contract({
  id: "exportStatementProof",
  method: "GET",
  path: "/api/v1/partner/export/statement-proof",
  tag: "Exports",
  summary: "Export Proof of a Statement",
  description:
    "The journals of a month in UTC with the signed root of each day, as a JSON file. `npm run verify-statement` checks it offline. The last days have no root yet.",
  audience: "dashboard",
  query: z.object({ month: monthQuery }),
  data: z.instanceof(Response),
  message: "Export",
  errors: [],
  examples: { query: { month: "2026-11" }, data: new Response('{"format":"ledger-proof-1"}') },
});

export const getJournalProofContract = contract({
  id: "getJournalProof",
  scope: "read",
  method: "GET",
  path: "/api/v1/partner/wallet/proofs/{journalId}",
  tag: "Wallet",
  summary: "Get Proof of a Journal",
  description:
    "A journal of the ledger, the hashes from it to the root of its day, and the root with its signature. The journal's id is in the CSV of a statement. A day gets its root soon after it has ended in UTC. Limited to 2 requests per second with a burst of 10.",
  params: z.object({ journalId: z.string() }),
  data: proofFileSchema,
  message: "Proof",
  errors: ["JOURNAL_NOT_FOUND", "JOURNAL_NOT_SEALED"],
  examples: {
    params: { journalId: "jrn_01k9x6k2v8e5t2v7w4y0z1a2b3" },
    data: exampleProof,
  },
});

export const listLedgerKeysContract = contract({
  id: "listLedgerKeys",
  method: "GET",
  path: "/api/ledger/keys",
  tag: "Wallet",
  summary: "List Public Keys of the Ledger",
  description:
    "The Ed25519 keys that sign the daily roots, the one in use first, and those that signed earlier ones. Keep a copy: a proof is only as good as the key that you know.",
  audience: "visitor",
  data: z.object({
    keys: z.array(
      z.object({
        keyId: z.string(),
        publicKey: z.string().meta({ description: "32 bytes in base64" }),
      }),
    ),
  }),
  message: "Keys",
  errors: [],
  examples: { data: { keys: [exampleKey] } },
});
