import type { Handler, RouteModule } from "./route-table.ts";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"];

const notAllowed: Handler = () => new Response(null, { status: 405 });

/**
 * Returns a route module's handler for a method, with Next's defaults: HEAD by GET, OPTIONS lists the methods, else
 * 405.
 */
export function handlerOf(module: RouteModule, method: string): Handler {
  const own = module[method] ?? (method === "HEAD" ? module.GET : undefined);
  if (own) return own as Handler;
  if (method !== "OPTIONS") return notAllowed;
  const allowed = METHODS.filter(
    (name) => name === "OPTIONS" || module[name] || (name === "HEAD" && module.GET),
  );
  const headers = { Allow: allowed.sort().join(", ") };
  return () => new Response(null, { status: 204, headers });
}
