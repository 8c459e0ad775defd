import type { Middleware } from "./middleware.ts";
import { type Refusal, refuse } from "./refuse.ts";

/**
 * The paths that a worker serves: its state, and the routes of an outside scheduler, without dots and percent signs.
 */
const OF_WORKER = /^\/api\/(?:health|ready|internal(?:\/[a-z-]+)*)\/?$/;

const REFUSAL: Refusal = {
  status: 404,
  code: "NOT_FOUND",
  text: "This process is a worker: it serves /api/health, /api/ready and /api/internal alone.",
};

const passOn: Middleware = (next) => next;

const limitToWorker: Middleware = (next) => (request, response) => {
  if (OF_WORKER.test(request.url?.split("?", 1)[0] ?? "")) next(request, response);
  else refuse(response, REFUSAL);
};

/**
 * Responds 404 to what a process of this role does not serve. Routes that run jobs refuse in a web process by
 * themselves: lib/operations/scheduler/background-route.ts.
 */
export const limitToRole = (role: string): Middleware =>
  role === "worker" ? limitToWorker : passOn;
