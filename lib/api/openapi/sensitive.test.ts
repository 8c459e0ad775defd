import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { AnyContract } from "@/lib/contract/contract";
import { show } from "@/lib/request-log/show";
import { isContract } from "./contracts";

const libFolder = join(import.meta.dirname, "../..");

async function loggedContracts(): Promise<AnyContract[]> {
  const paths = readdirSync(libFolder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("/contract.ts") && path !== "contract/contract.ts")
    .sort();
  const modules = await Promise.all(paths.map((path) => import(join(libFolder, path))));
  return modules
    .flatMap((module) => Object.values<unknown>(module).filter(isContract))
    .filter(({ audience = "partner" }) => ["partner", "sandbox", "dashboard"].includes(audience));
}

/** A value of a schema in which each text says where it stands; with a field that the schema does not have. */
function filledOf(schema: z.ZodType, path: string): unknown {
  if (schema instanceof z.ZodObject)
    return {
      ...Object.fromEntries(
        Object.entries(schema.shape).map(([name, field]) => [
          name,
          filledOf(field as z.ZodType, `${path}.${name}`),
        ]),
      ),
      unnamed: `<${path}.unnamed>`,
    };
  if (schema instanceof z.ZodArray) return [filledOf(schema.element as z.ZodType, path)];
  if (schema instanceof z.ZodPipe) return filledOf(schema.in as z.ZodType, path);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return filledOf(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodRecord) return { [path]: `<${path}.inRecord>` };
  return `<${path}>`;
}

/** Where texts of a shown value come from. */
const placesIn = (shown: unknown) =>
  [...JSON.stringify(shown ?? null).matchAll(/<([\w.]+)>/g)].map(([, place = ""]) => place);

/** What could let somebody in, be of a card or about a person, by its name. */
const SUSPICIOUS =
  /passw|secret|totp|otp|code$|pin$|cvv|cvc|number|expiry|key|token|signature|link|url|mail|phone|address|name|city|region|postal|street|birth|purpose|agent|search|payload|body/i;

/** Of these, what may stand in the log, and why. */
const SHOWN = new Set([
  // Public on chain, or the partner's own and in every answer.
  ...["toAddress", "fromAddress", "depositAddress", "tokenAddress", "walletAddress"],
  ...["token", "tokens", "txHash", "explorerUrl"],
  // The partner's own settings and names: who reads the log sees them beside it.
  ...["webhookUrl", "redirectUrl", "url", "name", "partnerName", "publicName", "logoUrl"],
  // Of lists, merchants, events and errors.
  ...[
    "searchedUntil",
    "merchantName",
    "merchantCategoryCode",
    "authorizationCode",
    "lastStatusCode",
    "statusCode",
    "errorCode",
    "code",
    "countryCode",
  ],
  // Amounts of the payout policy, whose names only look like addresses.
  ...["hourLimit", "addressDayLimit"],
  ...["idempotencyKey", "keyId", "keepKeyIds"],
  // The log's own, which was looked through before.
  "requestBody",
]);
/** Of users these are about a person, although they are not elsewhere. */
const OF_USERS = /^createUser(V1)?\.body\.(walletAddress|redirectUrl)$/;
/** Published, for everybody to check the proofs of the ledger. */
const OF_PROOFS = /^getJournalProof\.data\.(keys\.publicKey|days\.signature)$/;
/** Where withdrawals go: public, and the partner's own. */
const ON_CHAIN = /^(list|save|rename|check)Address(es)?\..*\baddress(Id)?$/;
const OF_PEOPLE = /^(getAccount\.data|listPeople\.data\.people|changeRole\.data)\.name$/;

describe("the request log's fields of each contract", async () => {
  const contracts = await loggedContracts();

  test.each(contracts.map((each) => [each.id, each] as const))(
    "%s",
    (id, { query, body, data }) => {
      const parts = Object.entries({ query, body, data }).filter(([, schema]) => schema);
      const places = parts.flatMap(([part, schema]) =>
        placesIn(show(schema, filledOf(schema, `${id}.${part}`))),
      );
      const wrong = places.filter((place) => {
        const name = place.split(".").at(-1) ?? "";
        if (name === "unnamed" || name === "inRecord") return true;
        if (place === "getRequest.data.responseBody" || ON_CHAIN.test(place)) return false;
        if (OF_PROOFS.test(place)) return false;
        if (OF_USERS.test(place) || OF_PEOPLE.test(place)) return true;
        return SUSPICIOUS.test(name) && !SHOWN.has(name);
      });
      expect(wrong).toEqual([]);
    },
  );

  test("self-test: most fields of many contracts are shown", () => {
    expect(contracts.length).toBeGreaterThan(50);
    const fund = contracts.find(({ id }) => id === "fundCard");
    const shown = placesIn(show(fund?.body, filledOf(fund?.body, "fundCard.body")));
    // Without the reference, which can name a person.
    expect(shown).toEqual(["serviceCardId", "amount"].map((n) => `fundCard.body.${n}`));
  });
});
