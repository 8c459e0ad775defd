import "@/test/database";
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { GET as serveLogo } from "@/app/api/logos/[sha256]/route";
import { DELETE as removeLogo, PUT as setLogo } from "@/app/api/v1/partner/company/logo/route";
import { POST as setPublicName } from "@/app/api/v1/partner/company/public-name/route";
import { GET as getCompany } from "@/app/api/v1/partner/company/route";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { invalidFields } from "@/test/http/expect-answer";
import { MAX_LOGO_BYTES } from "./limits";

/** A PNG of this size, whose checksums nobody reads. */
function png(widthPx: number, heightPx: number, extraBytes = 0): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name, "latin1"), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", Buffer.concat([deflateSync(Buffer.alloc(9)), Buffer.alloc(extraBytes)])),
    Buffer.from("0000000049454e44ae426082", "hex"),
  ]);
}

let partnerId: string;
let owner: Browser;
beforeEach(async () => {
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  owner = await signedIn(await makePerson({ partnerId, role: "owner" }));
});
afterAll(endTests);

const company = async () => (await owner.call(getCompany)).json.data;
const rename = (publicName: unknown) =>
  owner.call(setPublicName, { method: "POST", body: { publicName } });
const upload = (content: Buffer) =>
  owner.call(setLogo, { method: "PUT", body: { image: content.toString("base64") } });
const fetchLogo = (sha256: string) =>
  serveLogo(new Request(`http://localhost/api/logos/${sha256}`), {
    params: Promise.resolve({ sha256 }),
  });

describe("the public name", () => {
  test("is empty at first, can be set, and removed", async () => {
    const none = { name: "Test partner", publicName: null, logoUrl: null };
    expect(await company()).toEqual(none);
    expect((await rename("Nørth & Wind")).json.data).toMatchObject({ publicName: "Nørth & Wind" });
    expect(await company()).toMatchObject({ publicName: "Nørth & Wind" });
    await rename(null);
    expect(await company()).toEqual(none);
  });

  test.each([[""], ["x".repeat(101)], ["a\u0000b"], ["\u202eevil"], [5]])(
    "%j is refused",
    async (name) => {
      expect(invalidFields(await rename(name))).toEqual([
        expect.stringMatching(/^publicName: (is|maxLength)/),
      ]);
      expect((await company()).publicName).toBeNull();
    },
  );

  test("leaves an audit entry with the old and the new name", async () => {
    await rename("First");
    await rename("Second");
    const entries = await sql(
      "SELECT before, after FROM audit_entries WHERE partner_id = $1 AND action = 'setPublicName' ORDER BY id",
      [partnerId],
    );
    expect(entries).toEqual([
      { before: { publicName: null }, after: { publicName: "First" } },
      { before: { publicName: "First" }, after: { publicName: "Second" } },
    ]);
  });
});

describe("the logo", () => {
  test("is served to everybody as the uploaded PNG, and never as a page", async () => {
    const content = png(256, 256);
    const { logoUrl } = (await upload(content)).json.data;
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(logoUrl).toBe(`/api/logos/${sha256}`);
    const answer = await fetchLogo(sha256);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get("cache-control")).toContain("immutable");
  });

  test("keeps the public name, and its removal too", async () => {
    await rename("Northwind");
    await upload(png(1, 1));
    expect(await company()).toMatchObject({ publicName: "Northwind" });
    const { logoUrl } = await company();
    const removed = await owner.call(removeLogo, { method: "DELETE" });
    expect(removed.json.data).toMatchObject({ publicName: "Northwind", logoUrl: null });
    expect((await fetchLogo(logoUrl.split("/").at(-1))).status).toBe(404);
  });

  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`);
  test.each([
    ["an SVG", svg],
    ["a page after the signature", Buffer.concat([png(1, 1).subarray(0, 8), svg])],
    ["a cut PNG", png(1, 1).subarray(0, -1)],
    ["a PNG with something behind it", Buffer.concat([png(1, 1), svg])],
    ["513 pixels", png(513, 1)],
    ["30,000 × 30,000 pixels", png(30_000, 30_000)],
    ["no pixels", png(0, 10)],
    ["too many bytes", png(1, 1, MAX_LOGO_BYTES)],
    ["no bytes", Buffer.alloc(0)],
  ])("%s is refused, and the old one stays", async (_, content) => {
    await upload(png(2, 2));
    const { logoUrl } = await company();
    expect(invalidFields(await upload(content))).toEqual(["image: isLogo"]);
    expect((await company()).logoUrl).toBe(logoUrl);
  });

  test.each(["", "0".repeat(64), "../../etc/passwd", "A".repeat(64)])(
    "of the unknown hash %j is not found",
    async (sha256) => {
      expect((await fetchLogo(sha256)).status).toBe(404);
    },
  );

  test("is removed by one of two partners: the other one still shows the same picture", async () => {
    const content = png(3, 3);
    await upload(content);
    const other = await makePartner({ balanceUsd: 0 });
    const another = await signedIn(await makePerson({ partnerId: other.partnerId, role: "owner" }));
    await another.call(setLogo, { method: "PUT", body: { image: content.toString("base64") } });
    await owner.call(removeLogo, { method: "DELETE" });
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect((await fetchLogo(sha256)).status).toBe(200);
  });
});
