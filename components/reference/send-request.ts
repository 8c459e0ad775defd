import { indentJson } from "@/components/ui/indent-json";
import { pageReaderHeader } from "@/lib/api/client/page-reader";
import { fillPath } from "@/lib/api/reference/fill-path";
import type { TryTarget } from "./try-target";

/** The typed values of a request. */
export interface TryValues {
  /** Path, query and header parameters by name. */
  parameters: Record<string, string>;
  body: string;
  /** Sent instead of the session. */
  apiKey: string | undefined;
}

export interface TryAnswer {
  status: number;
  durationMs: number;
  headers: [name: string, value: string][];
  requestId: string | undefined;
  /** Indented, when it is JSON. */
  body: string;
}

/**
 * Sends the typed values without validation, so that the service itself returns the errors. With a key the browser
 * sends no cookie, so the response is that to a partner's server.
 * @throws TypeError when no response arrived.
 */
export async function sendRequest(
  { method, path, parameters }: Pick<TryTarget, "method" | "path" | "parameters">,
  { parameters: typed, body, apiKey }: TryValues,
  signal: AbortSignal,
): Promise<TryAnswer> {
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.place === place)
        .map(({ name }) => [name, typed[name]?.trim() ?? ""]),
    );
  const headers = new Headers(apiKey === undefined ? pageReaderHeader() : {});
  for (const [name, value] of Object.entries(valuesIn("header")))
    if (value !== "") headers.set(name, value);
  if (body !== "") headers.set("Content-Type", "application/json");
  if (apiKey !== undefined) headers.set("Authorization", `Bearer ${apiKey.trim()}`);
  const startedMs = performance.now();
  const response = await fetch(fillPath(path, valuesIn("path"), valuesIn("query")), {
    method,
    headers,
    ...(body === "" ? {} : { body }),
    credentials: apiKey === undefined ? "same-origin" : "omit",
    cache: "no-store",
    signal,
  });
  const text = await response.text();
  return {
    status: response.status,
    durationMs: Math.round(performance.now() - startedMs),
    headers: [...response.headers],
    requestId: response.headers.get("X-Request-Id") ?? undefined,
    body: indentJson(text),
  };
}
