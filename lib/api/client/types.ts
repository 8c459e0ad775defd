import type { z } from "zod";
import type { Contracts } from "./contracts";
import type { EndpointId } from "./endpoints";

type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
/** Values of a query are text in the URL; numbers are converted. */
type Queried<Fields> = { [Name in keyof Fields]?: Fields[Name] | number | undefined };
type Part<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: undefined }
  : Record<string, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

/** The input of an endpoint, by its contract. */
export type ApiInput<Id extends EndpointId> = Part<
  "params",
  Sent<NonNullable<Contracts[Id]["params"]>>
> &
  Part<"query", Queried<Sent<NonNullable<Contracts[Id]["query"]>>>> &
  Part<"body", Sent<NonNullable<Contracts[Id]["body"]>>> & {
    /** The request body of an upload. */
    file?: Blob;
  };

/** The type of `data` in an endpoint's response. */
export type ApiData<Id extends EndpointId> = z.output<Contracts[Id]["data"]>;

/** The input of any endpoint. */
export interface AnyInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  file?: Blob | undefined;
}
