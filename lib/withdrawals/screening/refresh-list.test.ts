import "@/test/database";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "@/lib/kernel/env";
import { later } from "@/test/fixtures/later";
import { endTests, sql } from "@/test/fixtures/make";
import { endScreening } from "@/test/fixtures/screenings";
import { MAX_LIST_BYTES } from "./fetch-list";
import { refreshList } from "./refresh-list";
import { findList, findListed } from "./sql-store";

let folder: string;
let file: string;
let server: Server;
let answer: { status: number; body: string | Buffer; location?: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanctions-"));
  file = join(folder, "list.txt");
  server = createServer(({ url }, response) => {
    const { status, body, location } = answer;
    if (location === undefined || url === location) response.writeHead(status).end(body);
    else response.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => {
  env().SANCTIONS_LIST = file;
});
afterEach(async () => {
  delete env().SANCTIONS_LIST_ACCEPT_SHA256;
  await endScreening();
  await sql(
    "UPDATE alerts SET closed_at = now() WHERE kind = 'sanctions_list' AND closed_at IS NULL",
  );
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
  await endTests();
});

const address = (n: number) => `0x${n.toString(16).padStart(40, "0")}`;
const listOf = (count: number) =>
  Array.from({ length: count }, (_, n) => address(n + 1)).join("\n");
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const openAlerts = async () =>
  (await sql("SELECT text FROM alerts WHERE kind = 'sanctions_list' AND closed_at IS NULL")).map(
    ({ text }) => text,
  );
async function refreshWith(text: string) {
  await writeFile(file, text);
  return refreshList();
}

describe("the sanctions list", () => {
  test("is read from a file, with its hash, its count and its time", async () => {
    expect(await refreshWith(listOf(10))).toEqual({ addresses: 10 });
    expect(await findList()).toMatchObject({ sha256: hashOf(listOf(10)), addressCount: 10 });
    expect(await findListed(address(10).toUpperCase().replace("0X", "0x"))).toMatchObject({
      isListed: true,
    });
    expect(await findListed(address(11))).toMatchObject({ isListed: false });
  });

  test("is replaced: addresses come and go, and the time moves on without a change", async () => {
    await refreshWith(listOf(10));
    await refreshWith(`${listOf(9)}\n${address(99)}`);
    expect(await findListed(address(10))).toMatchObject({ isListed: false });
    expect(await findListed(address(99))).toMatchObject({ isListed: true });
    await sql(
      "UPDATE sanctions_list SET fetched_at = now() - interval '3 days', changed_at = fetched_at",
    );
    await refreshList();
    const [row] = await sql(
      "SELECT fetched_at > now() - interval '1 hour' AS fresh, changed_at < fetched_at AS kept FROM sanctions_list",
    );
    expect(row).toEqual({ fresh: true, kept: true });
  });

  test.each([
    ["an empty one", ""],
    ["one without an address", "<html>Moved</html>"],
    ["one with fewer than half of the addresses", listOf(4)],
  ])("is kept, with an alert, for %s", async (_, text) => {
    await refreshWith(listOf(10));
    expect(await refreshWith(text)).toEqual({ refused: 1 });
    expect(await findList()).toMatchObject({ addressCount: 10 });
    expect(await findListed(address(10))).toMatchObject({ isListed: true });
    expect(await openAlerts()).toEqual([expect.stringContaining(hashOf(text))]);
    // The alert closes with the next list that is accepted.
    await refreshWith(listOf(5));
    expect(await openAlerts()).toEqual([]);
    expect(await findList()).toMatchObject({ addressCount: 5 });
  });

  test("has an alert that says what is in force: the list before, or none", async () => {
    await refreshWith("");
    expect(await openAlerts()).toEqual([
      expect.stringMatching(/\. No list is in force, so no withdrawal is approved or sent\.$/),
    ]);
    await refreshWith(listOf(10));
    await refreshWith("");
    expect(await openAlerts()).toEqual([
      expect.stringMatching(/\. The list before stays in force\.$/),
    ]);
  });

  test("has no alert any more once the service uses no list", async () => {
    await refreshWith("");
    expect(await openAlerts()).toHaveLength(1);
    delete env().SANCTIONS_LIST;
    expect(await refreshList()).toEqual({ addresses: 0 });
    expect(await openAlerts()).toEqual([]);
  });

  test("is accepted when it is much shorter and the setting names its hash", async () => {
    await refreshWith(listOf(10));
    env().SANCTIONS_LIST_ACCEPT_SHA256 = hashOf(listOf(3));
    expect(await refreshWith(listOf(3))).toEqual({ addresses: 3 });
    expect(await refreshWith("")).toEqual({ refused: 1 });
  });

  test("is kept, with an alert, when the file is gone", async () => {
    await refreshWith(listOf(10));
    await rm(file);
    expect(await refreshList()).toEqual({ refused: 1 });
    expect(await openAlerts()).toEqual([expect.stringContaining("could not be read")]);
    expect(await findList()).toMatchObject({ addressCount: 10 });
  });

  test("is read from a URL, and refused when it fails or is too large", async () => {
    env().SANCTIONS_LIST = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.csv`;
    answer = { status: 200, body: listOf(6) };
    expect(await refreshList()).toEqual({ addresses: 6 });
    answer = { status: 503, body: listOf(6) };
    expect(await refreshList()).toEqual({ refused: 1 });
    expect(await openAlerts()).toEqual([expect.stringContaining("status 503")]);
    answer = { status: 200, body: Buffer.alloc(MAX_LIST_BYTES + 1, "\n") };
    expect(await refreshList()).toEqual({ refused: 1 });
    expect(await openAlerts()).toEqual([expect.stringContaining("20 MiB")]);
    expect(await findList()).toMatchObject({ addressCount: 6 });
  });

  test("is read where its URL redirects to", async () => {
    env().SANCTIONS_LIST = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.csv`;
    answer = { status: 200, body: listOf(6), location: "/other.csv" };
    expect(await refreshList()).toEqual({ addresses: 6 });
  });

  test("is refused without the secrets of its address in the alert", async () => {
    answer = { status: 200, body: listOf(6), location: "http://reader:s3cret@127.0.0.1/?key=k3y" };
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.csv?key=k3y`;
    // The second one is what the setting refuses.
    for (const source of [own, own.replace("//", "//reader:s3cret@")]) {
      env().SANCTIONS_LIST = source;
      expect(await refreshList()).toEqual({ refused: 1 });
      const [text] = await openAlerts();
      expect(text).toContain("includes credentials: http://127.0.0.1");
      expect(text).not.toMatch(/reader|s3cret|k3y/);
    }
  });

  test("is refused when a redirect leaves https, also one that comes back to https", async () => {
    const answers = ["http://lists.example/list.csv", "https://lists.example/list.csv"];
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
      const location = answers.shift();
      return location === undefined
        ? new Response(listOf(6))
        : new Response(null, { status: 302, headers: { location } });
    });
    env().SANCTIONS_LIST = "https://lists.example/";
    expect(await refreshList()).toEqual({ refused: 1 });
    expect(fetched).toHaveBeenCalledTimes(1);
    fetched.mockRestore();
    expect(await openAlerts()).toEqual([expect.stringContaining("without https")]);
  });

  test("a list that was fetched by a process that stood still does not replace one that was fetched later", async () => {
    await refreshWith(listOf(10));
    const [before] = await sql("SELECT * FROM sanctions_list");
    const older = await later(-60_000, () => refreshWith(`${listOf(9)}\n${address(77)}`));
    expect(older).toEqual({ older: 1 });
    expect(await sql("SELECT * FROM sanctions_list")).toEqual([before]);
    expect(await findListed(address(10))).toMatchObject({ isListed: true });
    expect(await findListed(address(77))).toMatchObject({ isListed: false });
  });

  test("replaces one that was fetched while the clock was ahead", async () => {
    await later(30 * 86_400_000, () => refreshWith(listOf(10)));
    expect(await refreshWith(`${listOf(9)}\n${address(88)}`)).toEqual({ addresses: 10 });
    expect(await findListed(address(10))).toMatchObject({ isListed: false });
    expect(await findListed(address(88))).toMatchObject({ isListed: true });
    expect((await findList())?.fetchedAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test("is not fetched without the setting", async () => {
    delete env().SANCTIONS_LIST;
    expect(await refreshList()).toEqual({ addresses: 0 });
    expect(await findList()).toBeUndefined();
  });
});
