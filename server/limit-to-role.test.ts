import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer } from "./create-server.ts";

const answer = (role: string) =>
  createServer({ requestTimeoutMs: 5_000, trustedProxyHops: 0, role }, (_, response) =>
    response.end("served"),
  );
const worker = answer("worker");
const web = answer("web");
const bases = new Map<unknown, string>();

beforeAll(async () => {
  for (const server of [worker, web]) {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    bases.set(server, `http://127.0.0.1:${address.port}`);
  }
});
afterAll(() => {
  for (const server of [worker, web]) server.close();
});

const status = async (server: unknown, path: string) =>
  (await fetch(`${bases.get(server)}${path}`)).status;

test.each(["/api/health", "/api/ready?x=1", "/api/internal/metrics", "/api/internal/chain/send"])(
  "a worker serves %s",
  async (path) => {
    expect(await status(worker, path)).toBe(200);
  },
);

test.each([
  ...["/", "/sign-in", "/_next/static/a.js", "/api/v1/partner/card", "/api/admin/withdrawals"],
  ...["/api", "/api/auth/session", "/api/healthy", "/api/internal%2f..%2fv1", "/api//health"],
])("a worker refuses %s, which a web process serves", async (path) => {
  expect(await status(worker, path)).toBe(404);
  expect(await status(web, path)).toBe(200);
});
