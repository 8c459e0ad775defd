import type { Import } from "./imports";

/** A rule that forbids some imports. Design 4: imports go one way. */
export interface ImportRule {
  name: string;
  isBroken(found: Import): boolean;
}

const isDatabase = (name: string) =>
  /^lib\/db\/(index|snapshot|prisma-client|write-audited)\.ts$/.test(name) ||
  /^prisma\/generated\//.test(name) ||
  /^(pg|@prisma\/.*)$/.test(name);
/** `cards` of `components/cards/…`, `admin/queue` of `components/admin/queue/…` */
const featureOf = (path: string) => /^components\/((?:admin\/)?[^/]+)\//.exec(path)?.[1];

/** The files that may access the database. */
const DATABASE_USERS = [/\/(sql-)?store\.ts$/, /^lib\/ledger\//, /^lib\/db\//];

/** Functions that create a concrete provider, with the only file that may choose it. */
const PROVIDERS: Record<string, string> = {
  sandboxProvider: "lib/users/kyc/provider.ts",
  sumsubProvider: "lib/users/kyc/provider.ts",
  stripeIdentityProvider: "lib/users/kyc/provider.ts",
  sandboxIssuer: "lib/cards/issuer/issuer.ts",
  StripeIssuer: "lib/cards/issuer/issuer.ts",
  lithicIssuer: "lib/cards/issuer/issuer.ts",
};

/** Functions that send a change without the checks of `useSubmission`, with the files that may call them. */
const SENDERS: Record<string, RegExp> = {
  "@tanstack/react-query useMutation": /^$/,
  "@tanstack/react-query useMutationState": /^$/,
  "lib/api/client/call-api.ts sendApi": /^lib\/api\/client\/use-submission\.ts$/,
  "lib/api/client/sender.ts Sender": /^lib\/api\/client\/use-sender\.ts$/,
  // The API reference sends any typed request to any endpoint.
  "lib/api/client/use-sender.ts useSender":
    /^lib\/api\/client\/use-submission\.ts$|^components\/reference\/use-try\.ts$/,
};

/** Rules for the service's files: app, components and lib. */
export const IMPORT_RULES: readonly ImportRule[] = [
  {
    name: "lib imports neither app nor components",
    isBroken: ({ from, target, isPackage }) =>
      /^lib\//.test(from.path) && !isPackage && /^(app|components)\//.test(target),
  },
  {
    name: "the service imports no tests, scripts and benchmarks",
    isBroken: ({ target, isPackage }) =>
      !isPackage && /^(test|e2e|bin|bench)\/|\.(test|spec)\.tsx?$/.test(target),
  },
  {
    name: "app, components and lib do not import the server",
    isBroken: ({ from, target, isPackage }) =>
      /^(app|components|lib)\//.test(from.path) && !isPackage && /^server\//.test(target),
  },
  {
    name: "the server imports from lib only files that Node runs without a bundler",
    isBroken: ({ from, target, isPackage }) =>
      /^server\//.test(from.path) &&
      !isPackage &&
      !/^server\//.test(target) &&
      !/^lib\/(kernel\/(api-routes|before-exit|shutdown)|http\/node-side)\.ts$/.test(target),
  },
  {
    name: "only stores, lib/ledger and lib/db access the database",
    isBroken: ({ from, target }) =>
      isDatabase(target) && !DATABASE_USERS.some((path) => path.test(from.path)),
  },
  {
    name: "app imports no store and no ledger",
    isBroken: ({ from, target }) =>
      /^app\//.test(from.path) && /\/(sql-)?store\.ts$|^lib\/ledger\//.test(target),
  },
  {
    name: "features of components do not import each other",
    isBroken: ({ from, target }) => {
      const [own, other] = [featureOf(from.path), featureOf(target)];
      return own !== undefined && other !== undefined && other !== own && other !== "ui";
    },
  },
  {
    name: "components/ui imports no domain",
    isBroken: ({ from, target }) =>
      featureOf(from.path) === "ui" && /^(app|lib\/(?!kernel\/)[^/]+)\//.test(target),
  },
  {
    name: "components send changes with useSubmission",
    isBroken: ({ from, target, names }) =>
      names.some((name) => SENDERS[`${target} ${name}`]?.test(from.path) === false),
  },
  {
    name: "each concrete provider is chosen in one file",
    isBroken: ({ from, names }) =>
      names.some((name) => (PROVIDERS[name] ?? from.path) !== from.path),
  },
];
