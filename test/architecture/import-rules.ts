import type { Import } from "./imports";

/** Which imports a rule forbids. Design 4: imports go one way. */
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

/** Where the database may be talked to, and why where it is not a store. */
const DATABASE_USERS = [/\/(sql-)?store\.ts$/, /^lib\/ledger\//, /^lib\/db\//];

/** What makes a concrete provider, and the one file that picks among them. */
const PROVIDERS: Record<string, string> = {
  sandboxProvider: "lib/users/kyc/provider.ts",
  sandboxIssuer: "lib/cards/issuer/issuer.ts",
};

/** What sends a change without the guards of `useSubmission`, and the files that guard it. */
const SENDERS: Record<string, RegExp> = {
  "@tanstack/react-query useMutation": /^$/,
  "@tanstack/react-query useMutationState": /^$/,
  "lib/api/client/call-api.ts sendApi": /^lib\/api\/client\/use-submission\.ts$/,
  "lib/api/client/sender.ts Sender": /^lib\/api\/client\/use-sender\.ts$/,
  // The reference sends whatever was typed, to any endpoint.
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
    name: "the service imports nothing of its tests, scripts and benchmarks",
    isBroken: ({ target, isPackage }) =>
      !isPackage && /^(test|e2e|bin|bench)\/|\.(test|spec)\.tsx?$/.test(target),
  },
  {
    name: "the server's own code is in no bundle of Next",
    isBroken: ({ from, target, isPackage }) =>
      /^(app|components|lib)\//.test(from.path) && !isPackage && /^server\//.test(target),
  },
  {
    name: "the server imports of the service what Node runs without a bundler",
    isBroken: ({ from, target, isPackage }) =>
      /^server\//.test(from.path) &&
      !isPackage &&
      !/^server\//.test(target) &&
      !/^lib\/(kernel\/(api-routes|before-exit)|http\/node-side)\.ts$/.test(target),
  },
  {
    name: "the database is talked to in store.ts and lib/ledger",
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
    name: "components/ui knows no domain",
    isBroken: ({ from, target }) =>
      featureOf(from.path) === "ui" && /^(app|lib\/(?!kernel\/)[^/]+)\//.test(target),
  },
  {
    name: "what a person changes is sent by useSubmission",
    isBroken: ({ from, target, names }) =>
      names.some((name) => SENDERS[`${target} ${name}`]?.test(from.path) === false),
  },
  {
    name: "concrete providers are picked in one place",
    isBroken: ({ from, names }) =>
      names.some((name) => (PROVIDERS[name] ?? from.path) !== from.path),
  },
];
