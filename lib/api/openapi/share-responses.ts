import type { ErrorCode } from "@/lib/kernel/errors";
import { codeName } from "./error-schemas";
import type { Json } from "./schema-writer";

/** An error response with its codes. */
export interface ErrorAnswer {
  status: number;
  codes: readonly ErrorCode[];
  response: Json;
}

/**
 * Returns an unused name made of the codes: `DupUserOrValidation`, or `Validation2` for the second one with other
 * examples.
 */
function freeName(codes: readonly ErrorCode[], taken: Json): string {
  const name = codes.map(codeName).join("Or");
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}${n}`;
    if (!(candidate in taken)) return candidate;
  }
}

/**
 * Returns the error responses as `responses` of operations. Responses that several operations share go into `shared`
 * (`components.responses`) and are referenced, which reduces the document to a third.
 */
export function shareResponses(operations: readonly (readonly ErrorAnswer[])[]): {
  responses: Json[];
  shared: Json;
} {
  const keyOf = ({ status, response }: ErrorAnswer) => `${status} ${JSON.stringify(response)}`;
  const uses = Map.groupBy(operations.flat(), keyOf);
  const names = new Map<string, string>();
  const shared: Json = {};
  const place = (answer: ErrorAnswer): Json => {
    const key = keyOf(answer);
    if (uses.get(key)?.length === 1) return answer.response;
    const name = names.get(key) ?? freeName(answer.codes, shared);
    names.set(key, name);
    shared[name] = answer.response;
    return { $ref: `#/components/responses/${name}` };
  };
  const responses = operations.map((answers) =>
    Object.fromEntries(answers.map((answer) => [String(answer.status), place(answer)])),
  );
  return { responses, shared };
}
