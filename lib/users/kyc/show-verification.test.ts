import "@/test/database";
import { inspect } from "node:util";
import { afterAll, expect, test } from "vitest";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { tokenOf, userClientOf } from "@/test/http/user-client";
import { showVerification } from "./show-verification";

afterAll(endTests);

test("shows the state, and nothing for an unknown link", async () => {
  const { verificationUrl } = await userClientOf(await makePartner()).make();
  expect(await showVerification(tokenOf(verificationUrl))).toMatchObject({ kind: "open" });
  expect(await showVerification("nonsense")).toBeUndefined();
});

test("a fault is shown without its cause", async () => {
  const client = userClientOf(await makePartner());
  const { serviceId, verificationUrl } = await client.make({ firstName: "Secretname" });
  await sql("ALTER TABLE users ADD CONSTRAINT broken CHECK (status <> 'pending_kyc') NOT VALID");
  const failure = await showVerification(tokenOf(verificationUrl)).catch((error: unknown) => error);
  await sql("ALTER TABLE users DROP CONSTRAINT broken");
  expect(failure).toMatchObject({ digest: expect.stringMatching(/^req_/) });
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain("Secretname");
  expect((await client.get(serviceId)).json.data.status).toBe("pending");
});
