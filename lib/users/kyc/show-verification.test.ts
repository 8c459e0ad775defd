import "@/test/database";
import { inspect } from "node:util";
import { afterAll, expect, test } from "vitest";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { tokenOf, userClientOf } from "@/test/http/user-client";
import { attachSumsub } from "@/test/providers/sumsub/configure";
import { showVerification } from "./show-verification";
import { readFailure, writeFailure } from "./verification-failure";

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
  expect(failure).toMatchObject({ digest: expect.stringMatching(/^fault req_/) });
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain("Secretname");
  expect((await client.get(serviceId)).json.data.status).toBe("pending");
});

test("an identity provider that does not respond is named, and a later opening succeeds", async () => {
  const sumsub = await attachSumsub();
  try {
    const { verificationUrl } = await userClientOf(await makePartner()).make();
    const token = tokenOf(verificationUrl);
    sumsub.failNext({ kind: "refuse", status: 429, retryAfterS: 30 });
    const failure = await showVerification(token).catch((error: unknown) => error);
    expect(failure).toMatchObject({ digest: expect.stringMatching(/^provider req_/) });
    expect(await showVerification(token)).toMatchObject({ kind: "redirect" });
  } finally {
    await sumsub.stop();
  }
});

test("a link that is opened too often is refused for a moment, and others are not", async () => {
  const client = userClientOf(await makePartner());
  const [busy, other] = [await client.make(), await client.make()];
  const open = ({ verificationUrl }: typeof busy) => showVerification(tokenOf(verificationUrl));
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => open(busy)));
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(9);
  expect(refused[0]).toMatchObject({ reason: { digest: expect.stringMatching(/^too-many req_/) } });
  expect(await open(other)).toMatchObject({ kind: "open" });
});

test("a failure is read as it was written, and any other text is a fault", () => {
  const failure = { kind: "provider", requestId: "req_1" } as const;
  expect(readFailure(writeFailure(failure))).toEqual(failure);
  for (const text of [undefined, "", "123", "provider", "other req_1"])
    expect(readFailure(text)).toEqual({ kind: "fault" });
});
