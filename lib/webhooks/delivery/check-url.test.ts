import { describe, expect, test, vi } from "vitest";
import { testEnvironment } from "@/test/environment";
import { HOSTILE_URLS } from "@/test/http/hostile-urls";
import { type UrlPolicy, urlFault } from "./check-url";

const STAGING: UrlPolicy = { allowLoopback: false, allowAnyPort: true };
const PRODUCTION: UrlPolicy = { allowLoopback: false, allowAnyPort: false };
const DEMO: UrlPolicy = { allowLoopback: true, allowAnyPort: true };

describe("a URL may be a webhook's", () => {
  test.each([
    "https://hooks.example.com/cards?a=1&b=%20#x",
    "https://hooks.example.com",
    "https://hooks.example.com:443/",
    "HTTPS://HOOKS.EXAMPLE.COM/",
    "https://xn--bcher-kva.example/",
    "https://bücher.example/",
    "https://localhost.example.com/",
    "https://internal.example.com/",
    "https://mylocal.com/",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]/",
    "https://127.0.0.1.nip.io/", // its address is checked when it is connected to
  ])("%s, everywhere", (url) => {
    for (const policy of [STAGING, PRODUCTION, DEMO]) expect(urlFault(url, policy)).toBeUndefined();
  });

  test("on another port, but not in production", () => {
    const url = "https://hooks.example.com:8443/";
    expect(urlFault(url, STAGING)).toBeUndefined();
    expect(urlFault(url, DEMO)).toBeUndefined();
    expect(urlFault(url, PRODUCTION)).toBe("must use port 443");
    expect(urlFault("https://hooks.example.com:80/", PRODUCTION)).toBe("must use port 443");
  });

  test.each(["http://127.0.0.1:9000/hook", "http://localhost:9000/", "http://[::1]:9000/"])(
    "%s, only where receivers on this machine are allowed",
    (url) => {
      expect(urlFault(url, DEMO)).toBeUndefined();
      expect(urlFault(url, STAGING)).toBe("must be an https:// URL");
      expect(urlFault(url, PRODUCTION)).toBe("must be an https:// URL");
    },
  );
});

describe("a URL may not be a webhook's", () => {
  test(`${HOSTILE_URLS.length} ways to name our own network, under any policy`, () => {
    expect(HOSTILE_URLS.length).toBeGreaterThan(80);
    for (const url of HOSTILE_URLS.map((urlOf) => urlOf(443)))
      for (const policy of [STAGING, PRODUCTION])
        expect([url, urlFault(url, policy)]).toEqual([url, expect.stringMatching(/^must /)]);
  });

  test.each([
    ["nothing", "", "must be an https:// URL"],
    ["no URL", "hooks.example.com", "must be an https:// URL"],
    ["another scheme", "ftp://hooks.example.com/", "must be an https:// URL"],
    ["plain HTTP", "http://hooks.example.com/", "must be an https:// URL"],
    ["plain HTTP to a public address", "http://8.8.8.8/", "must be an https:// URL"],
    ["a user", "https://me@hooks.example.com/", "must not contain a user name or password"],
    ["a password", "https://:pass@hooks.example.com/", "must not contain a user name or password"],
    [
      "a user, on this machine",
      "http://me@127.0.0.1:9000/",
      "must not contain a user name or password",
    ],
    ["TLS on this machine", "https://127.0.0.1:9000/", "must not be an address that is not public"],
    ["another name of this machine", "http://127.0.0.2:9000/", "must be an https:// URL"],
    ["a name below it", "http://x.localhost:9000/", "must be an https:// URL"],
    ["its name with a dot", "http://localhost.:9000/", "must be an https:// URL"],
    [
      "a dot at the end",
      "https://hooks.example.com./",
      "must not have a dot at the end of the host name",
    ],
    ["a name of one word", "https://intranet/", "must have a public host name"],
    ["a name of the local network", "https://printer.local/", "must have a public host name"],
    [
      "a name of a cloud's inside",
      "https://metadata.google.internal/",
      "must have a public host name",
    ],
  ])("%s, wherever: %s", (_, url, fault) => {
    expect(urlFault(url, DEMO)).toBe(fault);
  });
});

describe("the URLs that the settings allow", () => {
  async function policyWith(settings: Record<string, string>): Promise<UrlPolicy> {
    vi.resetModules();
    Object.assign(process.env, testEnvironment("postgresql://127.0.0.1/none"), settings);
    return (await import("./check-url")).urlPolicy();
  }

  test("staging allows any port, and this machine when it is set so", async () => {
    expect(await policyWith({ WEBHOOK_ALLOW_LOOPBACK: "off" })).toEqual(STAGING);
    expect(await policyWith({ WEBHOOK_ALLOW_LOOPBACK: "on" })).toEqual(DEMO);
  });

  test("production allows HTTPS on port 443 alone", async () => {
    const url = "https://wallet.example";
    const settings = { SERVICE_ENVIRONMENT: "production", BASE_URL: url, NEXTAUTH_URL: url };
    expect(await policyWith({ ...settings, WEBHOOK_ALLOW_LOOPBACK: "off" })).toEqual(PRODUCTION);
    await expect(policyWith({ ...settings, WEBHOOK_ALLOW_LOOPBACK: "on" })).rejects.toThrow(
      "WEBHOOK_ALLOW_LOOPBACK must be off in production",
    );
  });
});
