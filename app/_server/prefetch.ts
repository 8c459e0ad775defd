import type { QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { buildRequest } from "@/lib/api/client/build-request";
import type { EndpointId } from "@/lib/api/client/endpoints";
import { readAnswer } from "@/lib/api/client/read-answer";
import type { AnyInput } from "@/lib/api/client/types";
import type { RouteContext } from "@/lib/http/serve";
import { env } from "@/lib/kernel/env";

/** The handler of a route, as exported by its file. */
type Handler = (request: Request, context: RouteContext) => Promise<Response>;

/** A query and the route that answers it. */
export type Prefetch = readonly [{ queryKey: readonly [EndpointId, object] }, Handler];

/**
 * Runs the queries of a page's components on the server, through the same routes and session that the browser would
 * use, so that the routes check the permissions. After a failure the browser repeats the query and shows the error.
 */
export async function prefetch(
  client: QueryClient,
  [{ queryKey }, handler]: Prefetch,
): Promise<void> {
  const [id, given] = queryKey;
  const input: AnyInput = given;
  const { path, init } = buildRequest(id, input);
  const cookie = (await headers()).get("cookie") ?? "";
  const request = new Request(new URL(path, env().BASE_URL), {
    ...init,
    headers: { ...init.headers, cookie },
  });
  const params = Promise.resolve(input.params as Record<string, string>);
  await client.prefetchQuery({
    queryKey,
    queryFn: async () => readAnswer(await handler(request, { params })),
    retry: false,
  });
}
