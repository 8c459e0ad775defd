import { env } from "@/lib/kernel/env";
import { answerNotFound } from "./answer-not-found";
import { type Method, otherMethods } from "./other-methods";

/**
 * `otherMethods` of a sandbox route. In production these routes respond 404 to every method, because a 405 would reveal
 * that the path exists. Source: design 8.
 */
export function otherSandboxMethods<Taken extends Method>(...taken: readonly Taken[]) {
  const inStaging = otherMethods(...taken);
  const whereItIs = (handler: () => Response) => (request: Request) =>
    env().SERVICE_ENVIRONMENT === "production" ? answerNotFound(request) : handler();
  const handlers = Object.entries<() => Response>(inStaging).map(
    ([method, handler]) => [method, whereItIs(handler)] as const,
  );
  return Object.fromEntries(handlers) as Record<
    keyof typeof inStaging,
    (request: Request) => Response
  >;
}
