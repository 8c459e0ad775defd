/**
 * The code with which a receiver verifies an event, in Node and without a package. It checks both signatures, either of
 * which is enough. `request` has the headers; `body` is the received body, byte for byte. A test runs this code.
 * Source: design 7, HMAC bytes; https://www.standardwebhooks.com
 */
export const VERIFICATION_CODE = `import { createHmac, timingSafeEqual } from "node:crypto";

// A header may be absent or have any value. The comparison never throws.
const isSame = (one, other) => {
  const [a, b] = [one, other].map((text) => Buffer.from(String(text)));
  return a.length === b.length && timingSafeEqual(a, b);
};

// Standard Webhooks: the signature includes the time, and stays valid while a secret is rolled.
export function isSigned(headers, body, secret) {
  const id = headers["webhook-id"];
  const time = headers["webhook-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${time}.\${body}\`).digest("base64");
  return String(headers["webhook-signature"])
    .split(" ")
    .some((each) => isSame(each, \`v1,\${expected}\`));
}

// Or X-Webhook-Signature: signs only the body, with the current secret.
export function isSignedByBody(headers, body, secret) {
  const expected = createHmac("sha256", secret).update(body).digest("hex");
  return isSame(headers["x-webhook-signature"], expected);
}`;
