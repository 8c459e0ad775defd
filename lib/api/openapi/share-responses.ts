import type { ErrorCode } from "@/lib/kernel/errors";
import { codeName } from "./error-schemas";
import type { Json } from "./schema-writer";

/** An answer for errors, and the codes that it carries. */
export interface ErrorAnswer {
  status: number;
  codes: readonly ErrorCode[];
  response: Json;
}

/** A name that tells the codes: `DupUserOrValidation`, or `Validation2` for the second one with other examples. */
function freeName(codes: readonly ErrorCode[], taken: Json): string {
  const name = codes.map(codeName).join("Or");
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}${n}`;
    if (!(candidate in taken)) return candidate;
  }
}

/**
 * Error answers as `responses` of operations. What several operations have in common goes into `shared`
 * (`components.responses`) and is referred to, which leaves a third of the document.
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
