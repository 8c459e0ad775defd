import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { CONTRACTS } from "@/lib/api/openapi/contracts";
import { buildDocument } from "@/lib/api/openapi/document";
import { readReference } from "./read-reference";
import { curlOf, nodeOf } from "./snippets";

const BASE_URL = "https://cards.example.com";
const { groups } = readReference(buildDocument({ environment: "staging", baseUrl: BASE_URL }));
const operations = groups.flatMap((group) => group.operations);
const cases = CONTRACTS.map((contract) => [contract.id, contract] as const);

interface Sent {
  url: URL;
  method: string;
  headers: Headers;
  body: unknown;
}

function operationOf(id: string) {
  const operation = operations.find((each) => each.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return operation;
}

/** What a snippet for Node sends, run with a `fetch` of our own. */
async function sentByNode(code: string): Promise<Sent> {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init.headers);
    sent.push({ url: new URL(url), method: init.method ?? "GET", headers, body });
    return Response.json({ status: "success", message: "", data: {} });
  };
  const inFunction = code.replace(/^import .*$/m, "");
  const parts = ["fetch", "process", "readFile", `return (async () => { ${inFunction} })()`];
  const run = new Function(...parts);
  await run(fetch, { env: { API_KEY: "sk_test" } }, async () => Buffer.from("%PDF-"));
  const [only] = sent;
  if (!only || sent.length !== 1) throw new Error(`sent ${sent.length} requests`);
  return only;
}

/** What a shell hands to `curl`, word by word. */
function wordsOfCurl(code: string): string[] {
  const shell = `curl() { for word; do printf '%s\\0' "$word"; done; }; uuidgen() { echo some-uuid; }; ${code}`;
  const out = execFileSync("sh", ["-c", shell], {
    env: { ...process.env, API_KEY: "sk_test" },
    encoding: "utf8",
  });
  return out.split("\0").slice(0, -1);
}

test.each(cases)("the Node snippet of %s is a valid request", async (id, contract) => {
  const { url, method, headers, body } = await sentByNode(nodeOf(operationOf(id), BASE_URL));
  expect(method).toBe(contract.method);
  expect(url.pathname).not.toMatch(/[{}]/);
  expect(headers.get("authorization")).toBe("Bearer sk_test");
  expect(headers.has("idempotency-key")).toBe(contract.idempotency !== undefined);
  const query = contract.query?.safeParse(Object.fromEntries(url.searchParams));
  expect(query?.error).toBeUndefined();
  if (body === undefined) expect(contract.body && !contract.bodyOptional).toBeFalsy();
  else expect(contract.body?.safeParse(body).error).toBeUndefined();
});

test.each(cases)("the curl line of %s equals its Node snippet", async (id) => {
  const operation = operationOf(id);
  const sent = await sentByNode(nodeOf(operation, BASE_URL));
  const words = wordsOfCurl(curlOf(operation, BASE_URL));
  expect(words).toContain(sent.url.href);
  expect(words.includes("-X") ? words[words.indexOf("-X") + 1] : "GET").toBe(sent.method);
  expect(words).toContain("Authorization: Bearer sk_test");
  expect(words.includes("idempotency-key: some-uuid")).toBe(sent.headers.has("idempotency-key"));
  const data = words.includes("-d") ? JSON.parse(words[words.indexOf("-d") + 1] ?? "") : undefined;
  expect(data).toEqual(sent.body);
});

test("the example of an upload sends a file as it is, with its format", async () => {
  const operation = operationOf("addEvidenceFile");
  const words = wordsOfCurl(curlOf(operation, BASE_URL));
  expect(words.slice(-3)).toEqual([
    "Content-Type: application/pdf",
    "--data-binary",
    "@receipt.pdf",
  ]);
  const { headers } = await sentByNode(nodeOf(operation, BASE_URL));
  expect(headers.get("content-type")).toBe("application/pdf");
});

test("an apostrophe in a body is escaped for the shell", () => {
  const operation = operationOf("fundCard");
  const value = { reference: "the driver's card; echo $(id)" };
  const body = {
    isRequired: true,
    shape: { type: "object", rules: [] },
    examples: [{ name: "", value }],
  };
  const words = wordsOfCurl(curlOf({ ...operation, body }, BASE_URL));
  expect(JSON.parse(words.at(-1) ?? "")).toEqual(value);
});
