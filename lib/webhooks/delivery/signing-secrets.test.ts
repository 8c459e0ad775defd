import { expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { seal } from "@/lib/kernel/seal";
import type { ClaimedDelivery, SealedSecret } from "./attempt";
import { signingSecrets } from "./signing-secrets";

const partnerId = newId("ptn");

function sealed(secret: string, owner = partnerId): SealedSecret {
  const id = newId("whs");
  return {
    id,
    sealed: seal(secret, { partnerId: owner, rowId: id, field: "webhookSecret" }),
  };
}
const deliveryWith = (...secrets: SealedSecret[]) => ({ partnerId, secrets }) as ClaimedDelivery;

test("secrets open in their order, the second time too", () => {
  const delivery = deliveryWith(sealed("whsec_current"), sealed("whsec_earlier"));
  const opened = ["whsec_current", "whsec_earlier"];
  expect(signingSecrets(delivery)).toEqual(opened);
  expect(signingSecrets(delivery)).toEqual(opened);
});

test("an earlier one that does not open is left out", () => {
  const broken = { id: newId("whs"), sealed: "1.AAAA" };
  const delivery = deliveryWith(sealed("whsec_a"), broken, sealed("whsec_b"));
  expect(signingSecrets(delivery)).toEqual(["whsec_a", "whsec_b"]);
});

test.each([
  ["there is no secret", []],
  ["it does not open", [{ id: newId("whs"), sealed: "1.AAAA" }]],
  ["it is another partner's", [sealed("whsec_other", newId("ptn"))]],
])("without a current one nothing is signed: %s", (_, secrets) => {
  expect(() => signingSecrets(deliveryWith(...secrets, ...secrets))).toThrow();
});
