import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { toServiceError } from "@/lib/http/to-service-error";
import { type AuditedAction, currentAuditContext, runAudited } from "@/lib/kernel/audit-context";
import { forgetEnv } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { inRequest, setCallerId } from "@/lib/kernel/request-context";
import { startDatabaseProxy } from "@/test/database/silent-database";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { disconnect, prisma } from "./index";
import { writeAudited } from "./write-audited";

let partnerId: string;
let personId: string;
let action: AuditedAction;

beforeEach(async () => {
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  ({ personId } = await makePerson({ partnerId }));
  action = {
    ...{ personId, partnerId, action: "test", targetId: partnerId },
    ...{ before: null, after: { name: "new" }, ipAddress: null, requestId: newId("req") },
    ...{ at: new Date() },
  };
});
afterAll(endTests);

/** For new connections. Short only for a statement that gets no response, so that a busy machine answers the others. */
async function setAnswerTimeoutMs(ms: number | undefined): Promise<void> {
  await disconnect();
  if (ms === undefined) delete process.env.DATABASE_ANSWER_TIMEOUT_MS;
  else process.env.DATABASE_ANSWER_TIMEOUT_MS = String(ms);
  forgetEnv();
}

const rename = (name: string) =>
  writeAudited(
    async (db) => (await db.partner.updateMany({ where: { id: partnerId }, data: { name } })).count,
  );
const nameNow = async () =>
  (await sql("SELECT name FROM partners WHERE id = $1", [partnerId]))[0].name;
const entries = () =>
  sql("SELECT before, after, xmin FROM audit_entries WHERE person_id = $1", [personId]);

describe("a write with its audit entry", () => {
  test("is one transaction", async () => {
    await runAudited(action, () => rename("new"));
    const [{ xmin }] = await sql("SELECT xmin FROM partners WHERE id = $1", [partnerId]);
    expect(await entries()).toEqual([{ before: null, after: { name: "new" }, xmin }]);
  });

  test("has one entry for any number of writes", async () => {
    await runAudited(action, async () => {
      await rename("new");
      await rename("newer");
    });
    expect(await entries()).toHaveLength(1);
  });

  test("has no entry when nothing changed", async () => {
    const none = () =>
      writeAudited(
        (db) => db.partner.updateMany({ where: { id: "none" }, data: { name: "new" } }),
        ({ count }) => count > 0,
      );
    await runAudited(action, async () => {
      await none();
      expect(currentAuditContext()).toBeDefined();
    });
    expect(await entries()).toEqual([]);
  });

  test("is rolled back when a step throws", async () => {
    const refused = runAudited(action, () =>
      writeAudited(async (db) => {
        await db.partner.updateMany({ where: { id: partnerId }, data: { name: "new" } });
        throw new Error("refused");
      }),
    );
    await expect(refused).rejects.toThrow("refused");
    expect([await nameNow(), await entries()]).toEqual(["Test partner", []]);
  });

  test("is rolled back when its entry cannot be written", async () => {
    const failed = runAudited({ ...action, personId: "nobody" }, () => rename("new"));
    await expect(failed).rejects.toMatchObject({
      code: "23503",
      constraint: "audit_entries_person",
    });
    expect(await nameNow()).toBe("Test partner");
  });

  test("is refused for a partner that was suspended meanwhile", async () => {
    await sql("UPDATE partners SET suspended_at = now() WHERE id = $1", [partnerId]);
    const refused = inRequest(newId("req"), () => {
      setCallerId(partnerId);
      return rename("new");
    });
    await expect(refused).rejects.toMatchObject({ code: "PARTNER_SUSPENDED" });
    expect(await nameNow()).toBe("Test partner");
  });
});

describe("errors have the fields of the driver", () => {
  test("a unique violation", async () => {
    const [{ email, email_key: emailKey }] = await sql("SELECT * FROM people WHERE id = $1", [
      personId,
    ]);
    const twin = writeAudited((db) =>
      db.person.createMany({
        data: {
          ...{ id: newId("prs"), partnerId, email, emailKey, name: "Twin" },
          ...{ role: "viewer", passwordHash: "-", createdAt: new Date() },
        },
      }),
    );
    await expect(twin).rejects.toMatchObject({ code: "23505", constraint: "people_email_key_key" });
  });

  test("a refusal of a rule of the database", async () => {
    const client = await prisma();
    const refused = client.$queryRaw`SELECT ledger.balance_at('wallet:none', now())`;
    await expect(refused).rejects.toMatchObject({ code: "PW003" });
  });
});

describe("the transaction's connection", () => {
  test("a transaction that hangs loses its locks", async () => {
    const [isHeld, isLost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stalled = writeAudited(async (db) => {
      await db.partner.updateMany({ where: { id: partnerId }, data: { name: "stalled" } });
      isHeld.resolve();
      await isLost.promise;
      await db.partner.updateMany({ where: { id: partnerId }, data: { name: "late" } });
    });
    const failed = stalled.catch((error: unknown) => toServiceError(error).code);
    await isHeld.promise;
    // Blocks until the uncommitted change is rolled back.
    await rename("next");
    isLost.resolve();
    expect(await failed).toBe("SERVICE_UNAVAILABLE");
    expect(await nameNow()).toBe("next");
  });

  test("is closed when COMMIT gets no response; the write is made once", async () => {
    await setAnswerTimeoutMs(4_000);
    const proxy = await startDatabaseProxy();
    try {
      proxy.fallSilentAt("COMMIT");
      const failure = await runAudited(action, () => rename("late")).catch((e: unknown) => e);
      expect(toServiceError(failure)).toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
      await expect.poll(() => proxy.countSilent()).toBe(0);
      proxy.speakAgain();
      await setAnswerTimeoutMs(undefined);
      await runAudited(action, () => rename("in time"));
      expect([await nameNow(), (await entries()).length]).toEqual(["in time", 2]);
    } finally {
      await setAnswerTimeoutMs(undefined);
      await proxy.stop();
    }
  });

  test("a change while the database is unreachable gets 503", async () => {
    await disconnect();
    const proxy = await startDatabaseProxy();
    const away = new URL(process.env.DATABASE_URL ?? "");
    away.port = "1";
    const direct = process.env.DATABASE_URL;
    process.env.DATABASE_URL = away.href;
    forgetEnv();
    try {
      const client = await prisma();
      for (const ask of [() => rename("new"), () => client.partner.count()])
        expect(toServiceError(await ask().catch((e: unknown) => e)).code).toBe(
          "SERVICE_UNAVAILABLE",
        );
    } finally {
      process.env.DATABASE_URL = direct;
      await disconnect();
      await proxy.stop();
    }
  });
});

/** The adapter sends and reads times without their offset. */
test("times are the same in a database of another time zone", async () => {
  await disconnect();
  const [{ name }] = await sql("SELECT current_database() AS name");
  await sql(`ALTER DATABASE ${name} SET TimeZone = 'Asia/Kolkata'`);
  try {
    const at = new Date("2026-03-04T05:06:07.089Z");
    await writeAudited((db) =>
      db.partner.updateMany({ where: { id: partnerId }, data: { createdAt: at } }),
    );
    const [stored] = await sql(
      "SELECT extract(epoch FROM created_at)::float8 AS s FROM partners WHERE id = $1",
      [partnerId],
    );
    const read = await (await prisma()).partner.findUnique({ where: { id: partnerId } });
    expect([stored.s * 1000, read?.createdAt]).toEqual([at.getTime(), at]);
  } finally {
    await sql(`ALTER DATABASE ${name} RESET TimeZone`);
  }
});
