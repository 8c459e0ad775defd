import type { z } from "zod";
import type { Contracts, EndpointId } from "./endpoints";

type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
/** A query's values are text on the wire; numbers are written as it. */
type Queried<Fields> = { [Name in keyof Fields]?: Fields[Name] | number | undefined };
type Part<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: undefined }
  : Record<string, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

/** What an endpoint is sent, as its contract takes it. */
export type ApiInput<Id extends EndpointId> = Part<
  "params",
  Sent<NonNullable<Contracts[Id]["params"]>>
> &
  Part<"query", Queried<Sent<NonNullable<Contracts[Id]["query"]>>>> &
  Part<"body", Sent<NonNullable<Contracts[Id]["body"]>>>;

/** `data` of an endpoint's answer. */
export type ApiData<Id extends EndpointId> = z.output<Contracts[Id]["data"]>;

/** The same of any endpoint, for what carries them. */
export interface AnyInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}
