import type { z } from "zod";
import type { ErrorCode } from "@/lib/kernel/errors";
import type { Role } from "./roles";
import type { ApiKeyScope } from "./scopes";

/**
 * How an endpoint takes the `idempotency-key` header. A second use is refused (`refuse`), answered with the first
 * answer when the body is the same (`replay`), or answered with the resource as it is now (`existing`).
 * Source: spec: Endpoints; design 7.
 */
export type IdempotencyRule = "refuse" | "replay" | "existing";

type ObjectSchema = z.ZodObject;

/** A wrong field that has a code of its own instead of an entry in the list of fields; spec: Create Withdrawal. */
export interface FieldCode {
  property: string;
  /** Only for this broken rule; any rule when left out. */
  rule?: string;
  code: ErrorCode;
}

/**
 * Who may call. `partner` takes an API key or a session of the partner's people; `sandbox` too, and is not there in
 * production; `dashboard` takes such a session alone; `account` a
 * session of anybody; `admin` a session of the operator's people; `visitor` anybody who
 * has the link.
 */
export type Audience = "partner" | "sandbox" | "dashboard" | "account" | "visitor" | "admin";

/**
 * One operation: what goes in, what comes out, what can go wrong. Routes, the OpenAPI document, typed fetchers and
 * forms read it. Importable by the browser.
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
  /** With parameters as OpenAPI writes them: `/cards/{serviceCardId}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  audience?: Audience;
  /** Whose role allows it in a session; `rolesOf` says what holds when left out. */
  roles?: readonly Role[];
  /** The scope that an API key needs; every key may call an operation without one. */
  scope?: ApiKeyScope;
  params?: Params;
  query?: Query;
  body?: Body;
  /** A body is accepted and not required. */
  bodyOptional?: boolean;
  data: Data;
  status?: 200 | 201;
  message: string;
  errors: Errors;
  idempotency?: IdempotencyRule;
  fieldCodes?: readonly FieldCode[];
  /** Since when the operation has a successor. */
  deprecatedSince?: Date;
  examples: { params?: object; query?: object; body?: object; data: unknown };
}

/** Declares a contract; keeps the exact types of its parts. */
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
};

export type Data<C extends AnyContract> = z.input<C["data"]>;
