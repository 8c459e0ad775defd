import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DELETE as revokeSession } from "@/app/api/account/sessions/route";
import { GET as followAll } from "@/app/api/admin/live/route";
import { POST as viewPartner } from "@/app/api/admin/partners/[id]/view/route";
import { DELETE as leavePartner } from "@/app/api/admin/view/route";
import { POST as createKey } from "@/app/api/v1/partner/keys/route";
import { GET as follow } from "@/app/api/v1/partner/live/route";
import { PATCH as changeRole } from "@/app/api/v1/partner/people/[personId]/route";
import { POST as setWebhook } from "@/app/api/v1/partner/profile/webhook/route";
import { POST as pauseEndpoint } from "@/app/api/v1/partner/webhooks/endpoint/pause/route";
import { listener } from "@/lib/db/listener";
import { onChanges, publishChange } from "@/lib/kernel/changes";
import { call, endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { hub } from "./hub";
import { Publisher } from "./publisher";

const publisher = new Publisher();
let partner: TestPartner;
let stranger: TestPartner;
let owner: TestPerson;
let operator: Browser;

beforeAll(async () => {
  onChanges((partnerId, kinds) => publisher.add(partnerId, kinds));
  [partner, stranger] = [await makePartner(), await makePartner()];
  owner = await makePerson({ partnerId: partner.partnerId });
  operator = await signedIn(await makePerson());
});
afterAll(async () => {
  onChanges(undefined);
  await publisher.stop();
  hub().close();
  await endTests();
});

interface Reader {
  /** Referenced here because Node.js stops passing an abort on to the signal of a request that was collected as garbage. */
  request: Request;
  status: number;
  headers: Headers;
  /** The kinds of each `change` so far. */
  changes: string[][];
  isOver: () => boolean;
  leave: () => void;
}

/** Opens a stream as a browser does, and reads it. */
async function read(browser: Browser, handler = follow): Promise<Reader> {
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const leaving = new AbortController();
  const url = "http://127.0.0.1:3000/under-test";
  const request = new Request(url, { headers: { cookie }, signal: leaving.signal });
  const { status, headers, body } = await handler(request, { params: Promise.resolve({}) });
  const changes: string[][] = [];
  let isOver = status !== 200 || body === null;
  const take = async () => {
    let text = "";
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const whole = text.split("\n\n");
      text = whole.pop() ?? "";
      for (const each of whole) {
        const [, data] = /^event: change\ndata: (.*)$/.exec(each) ?? [];
        if (data) changes.push(JSON.parse(data));
      }
    }
    isOver = true;
  };
  if (status === 200) void take();
  return { request, status, headers, changes, isOver: () => isOver, leave: () => leaving.abort() };
}

/** Resolves when the notices of all changes so far were published and received. */
async function quiet(): Promise<void> {
  await publisher.stop();
  await new Promise<void>((resolve) => {
    const stop = listener().subscribe({
      channel: "changed",
      onNotice: (payload) => {
        if (payload !== ":alerts") return;
        stop();
        resolve();
      },
      onReconnect: () => undefined,
    });
    void listener()
      .ready()
      .then(() => publishChange(null, ["alerts"]));
  });
}

const poll = <T>(look: () => T) => expect.poll(look);
const kindsOf = ({ changes }: Reader) => new Set(changes.flat());

describe("change notices", () => {
  test("a commit is published to its partner and the operator only, without its content", async () => {
    const serviceCardId = await makeCard(partner, { amountUsd: 1 });
    await quiet();
    const [own, others, all] = [
      await read(await signedIn(owner)),
      await read(await signedIn(await makePerson({ partnerId: stranger.partnerId }))),
      await read(operator, followAll),
    ];
    await clientOf(partner).fund({ serviceCardId, amount: 5 });
    const changed = ["cards", "transactions", "wallet"];
    await poll(() => [...kindsOf(own)]).toEqual(expect.arrayContaining(changed));
    await poll(() => kindsOf(all).has("cards")).toBe(true);
    expect(others.changes).toEqual([]);
    expect(JSON.stringify(own.changes)).not.toContain(serviceCardId);
    for (const reader of [own, others, all]) reader.leave();
  });

  test("the headers prevent buffering by caches, compression and proxies", async () => {
    const reader = await read(await signedIn(owner));
    expect(Object.fromEntries(reader.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-request-id": expect.stringMatching(/^req_/),
    });
    reader.leave();
  });

  test("a person's change of settings is published", async () => {
    const browser = await signedIn(owner);
    await quiet();
    const reader = await read(browser);
    const { password } = owner;
    await browser.call(createKey, { method: "POST", body: { name: "live", password } });
    await poll(() => kindsOf(reader)).toEqual(new Set(["settings"]));
    reader.leave();
  });

  test("a change of settings by the partner's server is published, with an API key as without one", async () => {
    const { apiKey, partnerId } = partner;
    const body = { webhookUrl: "https://hooks.example.com/live" };
    await call(setWebhook, { method: "POST", apiKey, body });
    await quiet();
    const [own, others] = [
      await read(await signedIn(owner)),
      await read(await signedIn(await makePerson({ partnerId: stranger.partnerId }))),
    ];
    const paused = await call(pauseEndpoint, { method: "POST", apiKey });
    expect(paused.json.data.status).toBe("paused");
    await poll(() => kindsOf(own)).toEqual(new Set(["settings"]));
    const before = own.changes.length;
    await call(setWebhook, { method: "POST", apiKey, body });
    await poll(() => own.changes.length).toBeGreaterThan(before);
    expect(others.changes).toEqual([]);
    await sql("DELETE FROM webhook_endpoints WHERE partner_id = $1", [partnerId]);
    for (const reader of [own, others]) reader.leave();
  });

  test("a thousand concurrent changes become few events", async () => {
    await quiet();
    const reader = await read(await signedIn(owner));
    for (let index = 0; index < 1_000; index += 1)
      publishChange(partner.partnerId, [index % 2 === 0 ? "cards" : "users"]);
    await poll(() => kindsOf(reader)).toEqual(new Set(["cards", "users"]));
    expect(reader.changes.length).toBeLessThanOrEqual(3);
    reader.leave();
  });

  test("while the database is unreachable, notices wait", async () => {
    await quiet();
    const reader = await read(await signedIn(owner));
    const tell = vi.spyOn(await import("./store"), "notifyProcesses");
    tell.mockRejectedValueOnce(new Error("away"));
    publishChange(partner.partnerId, ["deposits"]);
    await poll(() => kindsOf(reader)).toEqual(new Set(["deposits"]));
    expect(tell.mock.settledResults[0]?.type).toBe("rejected");
    tell.mockRestore();
    reader.leave();
  });
});

describe("the end of a stream", () => {
  test("comes with the end of the session, immediately and only for its person", async () => {
    const [here, there] = [await signedIn(owner), await signedIn(owner)];
    const revoked = await read(there);
    const colleague = await read(
      await signedIn(await makePerson({ partnerId: partner.partnerId })),
    );
    await here.call(revokeSession, { method: "DELETE" });
    await poll(revoked.isOver).toBe(true);
    expect((await read(there)).status).toBe(401);
    expect(colleague.isOver()).toBe(false);
    colleague.leave();
  });

  test("comes at once when the session ended while the stream was being opened", async () => {
    const browser = await signedIn(owner);
    const other = await signedIn(owner);
    const ready = vi.spyOn(listener(), "ready").mockImplementationOnce(async () => {
      await other.call(revokeSession, { method: "DELETE" });
      await quiet();
      return true;
    });
    const reader = await read(browser);
    expect(ready).toHaveBeenCalled();
    ready.mockRestore();
    await poll(reader.isOver).toBe(true);
  });

  test.each([
    ["the partner was suspended", "UPDATE partners SET suspended_at = now() WHERE id = $1"],
    ["the role changed", "UPDATE people SET role = 'viewer' WHERE partner_id = $1"],
  ])("comes at once when %s while the stream was being opened", async (_, text) => {
    const { partnerId } = await makePartner();
    const browser = await signedIn(await makePerson({ partnerId }));
    const ready = vi.spyOn(listener(), "ready").mockImplementationOnce(async () => {
      await sql(text, [partnerId]);
      await quiet();
      return true;
    });
    const reader = await read(browser);
    expect(reader.status).toBe(200);
    expect(ready).toHaveBeenCalled();
    ready.mockRestore();
    await poll(reader.isOver).toBe(true);
  });

  test("with the role", async () => {
    const viewer = await makePerson({ partnerId: partner.partnerId, role: "viewer" });
    const reader = await read(await signedIn(viewer));
    const params = { personId: viewer.personId };
    const body = { role: "developer", password: owner.password };
    await (await signedIn(owner)).call(changeRole, { method: "PATCH", params, body });
    await poll(reader.isOver).toBe(true);
  });

  describe("for an operator who views a partner's dashboard", () => {
    const look = (browser: Browser, { partnerId }: TestPartner) =>
      browser.call(viewPartner, { method: "POST", params: { id: partnerId } });
    let looking: Browser;
    let reader: Reader;
    beforeEach(async () => {
      looking = await signedIn(await makePerson({ role: "auditor" }));
      await look(looking, partner);
      // Viewing the partner publishes a notice, which would end a stream that was opened before the notice arrived.
      await quiet();
      reader = await read(looking);
      expect(reader.status).toBe(200);
    });

    test("comes with the end of the view, after which none is opened", async () => {
      await looking.call(leavePartner, { method: "DELETE" });
      await poll(reader.isOver).toBe(true);
      expect((await read(looking)).status).toBe(403);
    });

    test("comes with the view of another partner", async () => {
      await look(looking, stranger);
      await poll(reader.isOver).toBe(true);
    });

    test("with the session", async () => {
      await looking.signOut();
      await poll(reader.isOver).toBe(true);
    });

    test("does not come with a repeated view of the same partner or a change", async () => {
      await look(looking, partner);
      publishChange(stranger.partnerId, ["cards"]);
      publishChange(partner.partnerId, ["users"]);
      await poll(() => kindsOf(reader)).toEqual(new Set(["users"]));
      expect(reader.isOver()).toBe(false);
      reader.leave();
    });
  });

  test("comes with the partner's suspension, after which none is opened", async () => {
    const { partnerId } = await makePartner();
    const browser = await signedIn(await makePerson({ partnerId }));
    const reader = await read(browser);
    await sql("UPDATE partners SET suspended_at = now() WHERE id = $1", [partnerId]);
    await poll(reader.isOver).toBe(true);
    expect((await read(browser)).status).toBe(403);
  });

  test("comes with the loss of the LISTEN connection; the next one opens when it is back", async () => {
    const browser = await signedIn(owner);
    const reader = await read(browser);
    await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'listener'`,
    );
    await poll(reader.isOver).toBe(true);
    await poll(() => listener().isUp).toBe(true);
    const next = await read(browser);
    publishChange(partner.partnerId, ["users"]);
    await poll(() => kindsOf(next)).toEqual(new Set(["users"]));
    next.leave();
  });

  test("a thousand readers that leave keep no memory", async () => {
    await signedIn(owner);
    await poll(() => hub().size).toBe(0);
    const { personId: id } = owner;
    const sessions = "SELECT id FROM sessions WHERE person_id = $1 AND revoked_at IS NULL LIMIT 1";
    const [{ id: sessionId }] = await sql(sessions, [id]);
    const person = { id, ...{ partnerId: partner.partnerId, email: "", name: "" } };
    const role = "owner" as const;
    const viewingPartnerId = null;
    const sessionExpiresAt = new Date(Date.now() + 60_000);
    const session = { role, sessionId, sessionExpiresAt, viewingPartnerId };
    for (let round = 0; round < 250; round += 1) {
      const leaving = new AbortController();
      const open = () => hub().open({ ...person, ...session }, leaving.signal);
      const streams = await Promise.all([open(), open(), open(), open()]);
      expect(hub().size).toBe(4);
      // One that is read and left, and some that were never begun.
      await streams[0]?.body?.cancel();
      leaving.abort();
    }
    expect(hub().size).toBe(0);
  });

  test("a browser has at most four streams, and another one after closing one", async () => {
    const browser = await signedIn(owner);
    const readers = await Promise.all([1, 2, 3, 4].map(() => read(browser)));
    const refused = await read(browser);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    const elsewhere = await read(await signedIn(owner));
    expect(elsewhere.status).toBe(200);
    readers[0]?.leave();
    const again = await read(browser);
    expect(again.status).toBe(200);
    for (const reader of [...readers, elsewhere, again]) reader.leave();
  });
});
