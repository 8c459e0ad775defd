import { expect, test } from "vitest";
import { handlerOf } from "./handler-of.ts";

const context = { params: Promise.resolve({}) };
const module = { GET: () => new Response("got"), POST: () => new Response("posted") };
const own = (status: number) => () => new Response(null, { status });
const ask = async (method: string, of: object = module) =>
  handlerOf(of, method)(new Request("http://x/", { method }), context);

test("each method has its own handler", async () => {
  expect(await (await ask("GET")).text()).toBe("got");
  expect(await (await ask("POST")).text()).toBe("posted");
});

test("HEAD is answered by GET, unless the module has its own", async () => {
  expect(await (await ask("HEAD")).text()).toBe("got");
  expect((await ask("HEAD", { ...module, HEAD: own(204) })).status).toBe(204);
});

test("OPTIONS lists the methods of the module, unless it has its own", async () => {
  const response = await ask("OPTIONS");
  expect([response.status, response.headers.get("allow")]).toEqual([
    204,
    "GET, HEAD, OPTIONS, POST",
  ]);
  expect((await ask("OPTIONS", { ...module, OPTIONS: own(200) })).status).toBe(200);
});

test("any other method gets 405", async () => {
  expect((await ask("PUT")).status).toBe(405);
  expect((await ask("HEAD", { POST: module.POST })).status).toBe(405);
});
