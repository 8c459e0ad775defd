import { hash } from "node:crypto";
import type { AnyContract } from "@/lib/contract/contract";
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { type Claim, ClaimedBefore, findClaim } from "@/lib/ledger";

const PRINTABLE_KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * The key of a request whose contract wants one, else undefined.
 * @throws ValidationError on the property `idempotency-key` when it is missing or not 1-255 printable characters.
 */
export function readIdempotencyKey(contract: AnyContract, request: Request): string | undefined {
  if (!contract.idempotency) return undefined;
  const key = request.headers.get("idempotency-key")?.trim();
  if (key === undefined || key === "") {
    throw new ValidationError([
      {
        property: "idempotency-key",
        constraints: {
          isNotEmpty: "idempotency-key should not be empty: send a UUID in this header",
        },
      },
    ]);
  }
  if (!PRINTABLE_KEY.test(key)) {
    throw new ValidationError([
      {
        property: "idempotency-key",
        constraints: { isLength: "idempotency-key must be 1 to 255 printable ASCII characters" },
      },
    ]);
  }
  return key;
}

/** What tells two requests with one key apart: the endpoint's own fields, not the bytes that carried them. */
export function requestHash(input: unknown): string {
  const text = JSON.stringify(input, (_, part) =>
    typeof part === "bigint" ? part.toString() : part,
  );
  return hash("sha256", text, "hex");
}

/**
 * A refusal of a request whose key is used already is not the answer: the key decides first. Looked up only then, as
 * hardly any request is a repeat.
 * @throws ClaimedBefore when the key was used.
 */
export async function throwIfClaimed(claim: Claim): Promise<void> {
  const row = await findClaim(claim);
  if (row) throw new ClaimedBefore(claim, row);
}

/** How a repeat is answered, by the contract's rule. `undefined` stands for: as the resource is now. */
export function repeatedAnswer(contract: AnyContract, { claim, row }: ClaimedBefore): unknown {
  if (contract.idempotency === "replay" && row.request_hash === claim.requestHash)
    return JSON.parse(row.response ?? "null");
  if (contract.idempotency === "existing") return undefined;
  throw new ServiceError("DUPLICATE_IDEMPOTENCY_KEY");
}
