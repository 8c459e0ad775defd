import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { glewlwydMissing, startGlewlwyd } from "@/test/fixtures/glewlwyd";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeBrowser, makePerson } from "@/test/fixtures/people";
import { addDomainDirectly, connectDirectly } from "@/test/fixtures/sso";
import { returnTo, startSso } from "@/test/fixtures/sso-journey";

afterAll(endTests);

/** A second opinion: a provider by other authors, in C, in place of `oidc-provider`. docs/sso.md */
describe.skipIf(glewlwydMissing !== "")(`Debian's Glewlwyd ${glewlwydMissing}`, () => {
  async function arranged(isVerified: boolean) {
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    const domain = await addDomainDirectly(partnerId, { isVerified: true });
    const email = `ada.${randomUUID()}@${domain}`;
    const { personId } = await makePerson({ partnerId, role: "developer" });
    await sql("UPDATE people SET email = $2, email_key = $2 WHERE id = $1", [personId, email]);
    const redirectUri = `http://127.0.0.1:3000/api/auth/callback/${partnerId}`;
    const provider = await startGlewlwyd({ redirectUri, email, isVerified });
    const { issuer, clientId, clientSecret } = provider;
    await connectDirectly(partnerId, { issuer, clientId, clientSecret });
    return { provider, partnerId, personId, email };
  }

  test("signs a person in, and is refused with a wrong secret", async () => {
    const { provider, partnerId, personId, email } = await arranged(true);
    try {
      const browser = makeBrowser();
      const target = await provider.authorize(await startSso(browser, email));
      expect(await returnTo(browser, target)).toBeUndefined();
      expect((await browser.session()).user).toMatchObject({ id: personId, role: "developer" });
      const { issuer, clientId } = provider;
      await connectDirectly(partnerId, { issuer, clientId, clientSecret: "wrong" });
      const again = await provider.authorize(await startSso(browser, email));
      expect(await returnTo(makeBrowser(), again)).toBe("expired");
      expect(await returnTo(browser, again)).toBe("provider_refused");
    } finally {
      await provider.close();
    }
  });

  test("does not sign in whose email it has not verified", async () => {
    const { provider, email } = await arranged(false);
    try {
      const browser = makeBrowser();
      const target = await provider.authorize(await startSso(browser, email));
      expect(await returnTo(browser, target)).toBe("email_unverified");
    } finally {
      await provider.close();
    }
  });
});
