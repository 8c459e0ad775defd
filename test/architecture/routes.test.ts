import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { isContract } from "@/lib/api/openapi/contracts";
import { buildDocument } from "@/lib/api/openapi/document";
import { errorCodesOf } from "@/lib/api/openapi/error-responses";
import type { AnyContract } from "@/lib/contract/contract";
import { ERRORS, type ErrorCode } from "@/lib/kernel/errors";
import { everyContract } from "@/test/http/every-contract";
import { type BoundRoute, boundRoutes, pathOf } from "./routes";
import { repositoryFolder, sourceFiles } from "./source-files";

/** Route files without a contract, by their purpose. */
const WITHOUT_CONTRACT: Record<string, RegExp> = {
  "404 for every other address": /^app\/api\/\[\[\.\.\.rest\]\]\/route\.ts$/,
  "next-auth's own": /^app\/api\/auth\/\[\.\.\.nextauth\]\/route\.ts$/,
  "background work, for a scheduler": /^app\/api\/internal\/.+\/route\.ts$/,
  "the hosted verification page's": /^app\/api\/verify\/\[token\]\/route\.ts$/,
  "callbacks of identity providers, authorized by their signature":
    /^app\/api\/kyc\/(sumsub|stripe)\/events\/route\.ts$/,
  "messages of card issuers": /^app\/api\/issuers\/\[issuer\]\/(authorizations|events)\/route\.ts$/,
  "for load balancers": /^app\/api\/(health|ready)\/route\.ts$/,
  "pictures of partners, public": /^app\/api\/logos\/\[sha256\]\/route\.ts$/,
  "the reference": /^app\/api\/openapi\.json\/route\.ts$/,
};

/** Error codes that only routes without a contract return, with the files that throw them. */
const CODES_WITHOUT_CONTRACT: Partial<Record<ErrorCode, string>> = {
  KYC_SESSION_NOT_FOUND: "lib/users/kyc/submit-check.ts",
  KYC_NOT_OPEN: "lib/users/kyc/submit-check.ts",
  METHOD_NOT_ALLOWED: "lib/http/other-methods.ts",
  SIGN_IN_LOCKED: "lib/identity/next-auth/next-auth-options.ts",
};

const BINDERS = {
  partner: "partnerRoute",
  sandbox: "partnerRoute",
  dashboard: "personRoute",
  account: "accountRoute",
  visitor: "visitorRoute",
  admin: "adminRoute",
};
const PREFIXES = {
  partner: /^\/api\/v[12]\/partner\//,
  sandbox: /^\/api\/v1\/sandbox\//,
  dashboard: /^\/api\/v1\/partner\//,
  account: /^\/api\/account(\/|$)/,
  visitor: /^\/api\/(invitations\/|passkey-sign-ins$|password-resets(\/|$)|ledger\/keys$)/,
  admin: /^\/api\/admin\//,
};

const files = sourceFiles();
const routes = boundRoutes(files);
const isExcepted = ({ file }: Pick<BoundRoute, "file">) =>
  Object.values(WITHOUT_CONTRACT).some((pattern) => pattern.test(file));

const load = (path: string): Promise<Record<string, unknown>> =>
  import(join(repositoryFolder, path));

let contracts: AnyContract[];
/** The routes that are bound to each contract. */
const bound = new Map<AnyContract, BoundRoute[]>();

beforeAll(async () => {
  contracts = await everyContract();
  for (const route of routes) {
    const contract = route.contract && (await load(route.contract.file))[route.contract.name];
    if (isContract(contract)) bound.set(contract, [...(bound.get(contract) ?? []), route]);
  }
});

describe("contracts and routes", () => {
  test("finds contracts in every folder of lib, nested ones too, each once", () => {
    const ids = contracts.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(["lookupDeposit", "reviewWithdrawal", "listCards"]));
  });

  test("every contract has exactly one route, at its path and method, bound for its audience", () => {
    expect(contracts.length).toBeGreaterThan(20);
    const expected = contracts.map(({ id, method, path, audience = "partner" }) => ({
      id,
      routes: [`${method} ${path} by ${BINDERS[audience]}`],
    }));
    const found = contracts.map((contract) => ({
      id: contract.id,
      routes: (bound.get(contract) ?? []).map(
        ({ method, path, binder }) => `${method} ${path} by ${binder}`,
      ),
    }));
    expect(found).toEqual(expected);
  });

  test("every route outside of the list has a contract", () => {
    const withContract = new Set([...bound.values()].flat());
    const without = routes.filter((route) => !withContract.has(route) && !isExcepted(route));
    expect(without.map(({ file, method }) => `${file} ${method}`)).toEqual([]);
  });

  test("finds every route file, and the list has only existing files", () => {
    const paths = files
      .map(({ path }) => path)
      .filter((path) => /^app\/.*\/route\.tsx?$/.test(path));
    const seen = new Set(routes.map(({ file }) => file));
    expect(paths.filter((path) => !seen.has(path) && !isExcepted({ file: path }))).toEqual([]);
    for (const pattern of Object.values(WITHOUT_CONTRACT))
      expect([pattern, paths.some((path) => pattern.test(path))]).toEqual([pattern, true]);
  });

  test("every route file except that of next-auth has a handler for every method", async () => {
    const api = files.filter(({ path }) => /^app\/api\/.*\/route\.ts$/.test(path));
    const silent: string[] = [];
    for (const { path } of api.filter((each) => !each.path.includes("[...nextauth]"))) {
      const handlers = await load(path);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        if (typeof handlers[method] !== "function") silent.push(`${path} ${method}`);
    }
    expect(api.length).toBeGreaterThan(100);
    expect(silent).toEqual([]);
  });

  test("every path has the prefix of its audience", () => {
    for (const { path, audience = "partner" } of contracts)
      expect(path).toMatch(PREFIXES[audience]);
  });

  test("self-test: reads the contract of a handler from the file", () => {
    const text = `
      import { partnerRoute } from "@/lib/http/partner-route";
      import { fundContract } from "@/lib/cards/contract";
      import { otherMethods } from "@/lib/http/other-methods";
      export const POST = partnerRoute(fundContract, fund);
      export const PATCH = (request: Request) => new Response();
      export async function PUT() {}
      export { other as DELETE } from "./other";
      export const { GET } = otherMethods("POST");`;
    const path = "app/api/v1/cards/[id]/route.ts";
    const route = { file: path, path: "/api/v1/cards/{id}" };
    expect(
      boundRoutes([
        { path, text },
        { path: "lib/cards/contract.ts", text: "" },
      ]),
    ).toEqual([
      {
        ...route,
        method: "POST",
        binder: "partnerRoute",
        contract: { file: "lib/cards/contract.ts", name: "fundContract" },
      },
      { ...route, method: "PATCH" },
      { ...route, method: "PUT" },
      { ...route, method: "DELETE" },
    ]);
  });
});

describe("every operation is served", () => {
  type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>;

  /** Calls the handler of an operation as the framework would, without an API key or a session. */
  async function knock(method: string, path: string): Promise<Response> {
    const file = files.find((each) => pathOf(each.path) === path && /\/route\.ts$/.test(each.path));
    if (!file) throw new Error(`no route file for ${path}`);
    const handler = (await load(file.path))[method];
    if (typeof handler !== "function") throw new Error(`${file.path} has no ${method}`);
    const request = new Request(`http://127.0.0.1:3000${path}`, { method });
    return (handler as Handler)(request, { params: Promise.resolve({}) });
  }

  const { paths } = buildDocument({ environment: "staging", baseUrl: "http://127.0.0.1:3000" });
  const operations = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  );

  test.each(operations)("%s %s requires an API key", async (method, path) => {
    const response = await knock(method, path);
    expect(await response.json()).toEqual({
      status: "error",
      message: "UNAUTHORIZED",
      data: { error: ERRORS.UNAUTHORIZED[1] },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });

  test.each(["admin", "dashboard", "account"])(
    "operations of the audience %s require a session",
    async (audience) => {
      const forPeople = contracts.filter((contract) => contract.audience === audience);
      expect(forPeople.length).toBeGreaterThan(0);
      for (const { method, path } of forPeople) {
        const response = await knock(method, path);
        expect([method, path, response.status]).toEqual([method, path, 401]);
        expect((await response.json()).message).toBe("SESSION_REQUIRED");
      }
    },
  );
});

describe("error codes", () => {
  test("every code is named by a contract, common to all, or in the list of codes without a contract", () => {
    const named = new Set(contracts.flatMap(errorCodesOf));
    const nowhere = (Object.keys(ERRORS) as ErrorCode[]).filter(
      (code) => !named.has(code) && !CODES_WITHOUT_CONTRACT[code],
    );
    expect(nowhere).toEqual([]);
  });

  test("codes without a contract are thrown in the listed files", () => {
    const named = new Set(contracts.flatMap(errorCodesOf));
    for (const [code, path] of Object.entries(CODES_WITHOUT_CONTRACT)) {
      expect(files.find((file) => file.path === path)?.text).toContain(`ServiceError("${code}"`);
      expect(named.has(code as ErrorCode)).toBe(false);
    }
  });
});
