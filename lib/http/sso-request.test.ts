import { beforeEach, expect, test, vi } from "vitest";
import { beginVisit } from "@/lib/people/sso/sign-in/begin-visit";
import { type Connection, connectionFor } from "@/lib/people/sso/sign-in/connection";
import { SsoRefusal } from "@/lib/people/sso/sign-in/failures";
import { startSso } from "./sso-request";

vi.mock("@/lib/people/sso/sign-in/connection", { spy: true });
vi.mock("@/lib/people/sso/sign-in/begin-visit", () => ({
  beginVisit: vi.fn(),
  noteRefusal: async () => undefined,
}));

const MAX_VISITS = 64;
const VISITOR = { requestId: "req_1", ipAddress: null, userAgent: null, cookieHeader: null };
const DOWN = "/sign-in?error=sso_provider_down";

/** The domain of an email names its connection. */
beforeEach(() => {
  vi.mocked(beginVisit).mockReset();
  vi.mocked(connectionFor).mockImplementation(
    async (email) => ({ id: email.split("@")[1], partnerId: "ptn_1" }) as Connection,
  );
});

/** Holds back every provider until `release` is called; then none of them has responded. */
function holdProviders() {
  const held = Promise.withResolvers<never>();
  held.promise.catch(() => undefined);
  vi.mocked(beginVisit).mockReturnValue(held.promise);
  return () => held.reject(new SsoRefusal("provider_down"));
}

/** Begins a sign-in; returns where the browser is sent. */
async function begin(email: string): Promise<string> {
  const run = () => Promise.reject(new Error("no provider has responded"));
  const response = await startSso(email, { visitor: VISITOR, run });
  return ((await response.json()) as { url: string }).url;
}

test("a limited number of requests wait for one provider, and others do not take their places", async () => {
  const release = holdProviders();
  const waiting = Array.from({ length: MAX_VISITS }, () => begin("ada@slow.example"));
  for (let n = 0; n < 10; n++) expect(await begin("ada@slow.example")).toContain(DOWN);
  expect(beginVisit).toHaveBeenCalledTimes(MAX_VISITS);
  const other = begin("ada@other.example");
  await expect.poll(() => vi.mocked(beginVisit).mock.calls.length).toBe(MAX_VISITS + 1);
  release();
  for (const url of await Promise.all([...waiting, other])) expect(url).toContain(DOWN);
});

test("an ended request makes room for the next one", async () => {
  const refusal = new SsoRefusal("provider_down");
  vi.mocked(beginVisit).mockImplementation(() => Promise.reject(refusal));
  for (let n = 0; n < 2 * MAX_VISITS; n++) await begin("ada@slow.example");
  expect(beginVisit).toHaveBeenCalledTimes(2 * MAX_VISITS);
});
