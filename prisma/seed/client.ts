import { randomUUID } from "node:crypto";
import type { AnyContract } from "@/lib/contract/contract";

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

interface Call {
  contract: Pick<AnyContract, "method" | "path">;
  params?: Record<string, string>;
  body?: unknown;
}

/** Returns a client that calls the handlers of routes directly, with the requests of a partner's server. */
export function partnerClient(apiKey: string) {
  return async function send<Data>(
    handler: Handler,
    { contract: { method, path }, params = {}, body }: Call,
  ): Promise<Data> {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
    const request = new Request(new URL(address, "http://127.0.0.1"), {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const response = await handler(request, { params: Promise.resolve(params) });
    const { message, data } = (await response.json()) as { message: string; data: Data };
    if (!response.ok)
      throw new Error(`the demo's data were refused: ${message} ${JSON.stringify(data)}`);
    return data;
  };
}

export type PartnerClient = ReturnType<typeof partnerClient>;
