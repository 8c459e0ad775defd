import { hash } from "node:crypto";
import type { AnyContract } from "@/lib/contract/contract";
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { type Claim, ClaimedBefore, findClaim } from "@/lib/ledger";

const PRINTABLE_KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * The idempotency key of a request if its contract requires one, else undefined.
 * @throws ValidationError on the property `idempotency-key` if it is missing or not 1-255 printable characters.
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

/** Distinguishes two requests with one key: a hash of the parsed fields, not of the bytes of the body. */
export function requestHash(input: unknown): string {
  const text = JSON.stringify(input, (_, part) =>
    typeof part === "bigint" ? part.toString() : part,
  );
  return hash("sha256", text, "hex");
}

/**
 * Called for a refused request: if its idempotency key was already used, the first response counts, not the refusal.
 * The lookup runs only after a refusal, because repeats are rare.
 * @throws ClaimedBefore if the key was used.
 */
export async function throwIfClaimed(claim: Claim): Promise<void> {
  const row = await findClaim(claim);
  if (row) throw new ClaimedBefore(claim, row);
}

/**
 * The response to a repeated request, by the contract's rule. `undefined` stands for the current state of the resource.
 */
export function repeatedAnswer(contract: AnyContract, { claim, row }: ClaimedBefore): unknown {
  const isSame = row.request_hash === claim.requestHash;
  if (contract.idempotency === "replay" && isSame) return JSON.parse(row.response ?? "null");
  if (contract.idempotency === "current" && isSame) return undefined;
  if (contract.idempotency === "existing") return undefined;
  throw new ServiceError("DUPLICATE_IDEMPOTENCY_KEY");
}
