import type { z } from "zod";
import type { ErrorCode } from "@/lib/kernel/errors";
import type { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import type { Role } from "./roles";
import type { ApiKeyScope } from "./scopes";

/**
 * How an endpoint handles the `idempotency-key` header. A second use is refused (`refuse`), gets the first response if
 * the request is the same (`replay`), or gets the current state of the resource: if the request is the same (`current`), or
 * whatever the request (`existing`). Source: spec: Endpoints; design 7.
 */
export type IdempotencyRule = "refuse" | "replay" | "current" | "existing";

type ObjectSchema = z.ZodObject;

/**
 * A field whose fault has an error code of its own instead of an entry in the list of fields; spec: Create Withdrawal.
 */
export interface FieldCode {
  property: string;
  /** The broken rule that has the code; any rule if omitted. */
  rule?: string;
  code: ErrorCode;
}

/**
 * Who may call. `partner`: an API key or a session of the partner's people. `sandbox`: the same, but absent in
 * production. `dashboard`: a session of the partner's people only. `account`: any session. `admin`: a session of the
 * operator's people. `visitor`: anybody with the link.
 */
export type Audience = "partner" | "sandbox" | "dashboard" | "account" | "visitor" | "admin";

/**
 * The definition of one operation: input, output and errors. Routes, the OpenAPI document, typed fetchers and forms are
 * derived from it. Browsers may import it.
 */
export interface Contract<
  Params extends ObjectSchema = ObjectSchema,
  Query extends ObjectSchema = ObjectSchema,
  Body extends ObjectSchema = ObjectSchema,
  Data extends z.ZodType = z.ZodType,
  Errors extends readonly ErrorCode[] = readonly ErrorCode[],
> {
  id: string;
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** In the syntax of OpenAPI: `/cards/{serviceCardId}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  audience?: Audience;
  /** The roles whose sessions may call; defaults to the rule of `rolesOf`. */
  roles?: readonly Role[];
  /**
   * The scope that an API key needs, or the scopes of which it needs one. Every contract for API keys names it, and
   * contracts for sessions have none. Source: docs/decisions/0087-scopes-of-every-operation.md
   */
  scope?: ApiKeyScope | readonly ApiKeyScope[];
  params?: Params;
  query?: Query;
  body?: Body;
  /** True if the body may be omitted. */
  bodyOptional?: boolean;
  /** The request body is a file, as it is. Such a contract has no `body`. */
  upload?: UploadRule;
  data: Data;
  status?: 200 | 201;
  message: string;
  errors: Errors;
  idempotency?: IdempotencyRule;
  fieldCodes?: readonly FieldCode[];
  /**
   * The fields of the query and body that the audit entry of a person's request records. Personal data, passwords and
   * codes stay out of the audit log. Operations of the operator's people describe their entries themselves.
   */
  audited?: readonly string[];
  /** When a successor replaced the operation. */
  deprecatedSince?: Date;
  examples: { params?: object; query?: object; body?: object; data: unknown };
}

/** The rules of an operation whose request body is a file. */
export interface UploadRule {
  maxBytes: number;
  mediaTypes: readonly string[];
  /** The limit of uploads per partner, beside the one of all requests. It is taken before the file is read. */
  rate: keyof typeof RATE_LIMITS;
}

/** Declares a contract and preserves the exact types of its parts. */
export function contract<
  Params extends ObjectSchema,
  Query extends ObjectSchema,
  Body extends ObjectSchema,
  Data extends z.ZodType,
  const Errors extends readonly ErrorCode[],
>(
  definition: Contract<Params, Query, Body, Data, Errors>,
): Contract<Params, Query, Body, Data, Errors> {
  return definition;
}

// biome-ignore lint/suspicious/noExplicitAny: stands for every contract, whatever its parts
export type AnyContract = Contract<any, any, any, any, any>;

export type Input<C extends AnyContract> = {
  params: z.output<NonNullable<C["params"]>>;
  query: z.output<NonNullable<C["query"]>>;
  body: z.output<NonNullable<C["body"]>>;
  /** The bytes of the request body; only for contracts with `upload`. */
  file?: Uint8Array;
};

export type Data<C extends AnyContract> = z.input<C["data"]>;
