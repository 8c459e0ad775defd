import { commonErrors } from "@/lib/contract/common-errors";
import type { AnyContract } from "@/lib/contract/contract";
import { errorBody } from "@/lib/contract/error-body";
import { ERROR_DATA } from "@/lib/contract/error-data";
import { ERRORS, type ErrorCode, ServiceError } from "@/lib/kernel/errors";
import { errorSchema } from "./error-schemas";
import { headers } from "./headers";
import { invalidExample } from "./invalid-example";
import type { Json } from "./schema-writer";
import type { ErrorAnswer } from "./share-responses";

const HEADERS_BY_STATUS: Record<number, string[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/** Returns every error code of an operation. */
export function errorCodesOf(contract: AnyContract): ErrorCode[] {
  const fieldCodes = (contract.fieldCodes ?? []).map(({ code }) => code);
  return [...new Set([...contract.errors, ...fieldCodes, ...commonErrors(contract)])];
}

function exampleOf(code: ErrorCode, contract: AnyContract): Json {
  const error =
    code === "VALIDATION"
      ? invalidExample(contract)
      : new ServiceError(code, { data: ERROR_DATA[code]?.example ?? {} });
  return { status: "error", ...errorBody(error) };
}

/** Describes each message, as a list when there are several. */
function describe(answers: [message: unknown, text: string][]): string {
  const lines = answers.map(([message, text]) =>
    message === text ? text : `\`${message}\`: ${text}`,
  );
  return lines.length > 1 ? lines.map((line) => `- ${line}`).join("\n") : lines.join();
}

function response(status: number, codes: readonly ErrorCode[], contract: AnyContract): Json {
  const examples = codes.map(
    (code) => [code, { summary: ERRORS[code][1], value: exampleOf(code, contract) }] as const,
  );
  return {
    description: describe(examples.map(([, { summary, value }]) => [value.message, summary])),
    headers: headers("X-Request-Id", ...(HEADERS_BY_STATUS[status] ?? [])),
    content: {
      "application/json": { schema: errorSchema(codes), examples: Object.fromEntries(examples) },
    },
  };
}

/** Returns the error responses of an operation, by HTTP status. */
export function errorAnswersOf(contract: AnyContract): ErrorAnswer[] {
  const byStatus = Map.groupBy(errorCodesOf(contract), (code) => ERRORS[code][0]);
  return [...byStatus]
    .sort(([first], [second]) => first - second)
    .map(([status, codes]) => ({ status, codes, response: response(status, codes, contract) }));
}
