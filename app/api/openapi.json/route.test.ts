import { expect, test } from "vitest";
import { GET } from "./route";

const get = (headers: Record<string, string> = {}) =>
  GET(new Request("http://127.0.0.1:3000/api/openapi.json", { headers }));

test("answers without a key, with the address of this service", async () => {
  const response = get();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  expect(response.headers.get("cache-control")).toBe("public, max-age=60");
  const document = await response.json();
  expect(document.openapi).toBe("3.1.1");
  expect(document.servers[0].url).toBe(process.env.BASE_URL);
});

test("is the same each time, and is not sent again to who has it", async () => {
  const first = get();
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
  expect(await get().text()).toBe(await first.text());
  for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
    const again = get({ "if-none-match": known });
    expect(again.status).toBe(304);
    expect(again.headers.get("etag")).toBe(etag);
    expect(await again.text()).toBe("");
  }
});

test("is sent whole to who has another one", async () => {
  const response = get({ "if-none-match": '"other"' });
  expect(response.status).toBe(200);
  expect((await response.json()).paths).toHaveProperty("/api/v1/partner/card/fund");
});
