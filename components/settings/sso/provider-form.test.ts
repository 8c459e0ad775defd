import { expect, test, vi } from "vitest";
import { render } from "@/test/rendered";
import { ProviderForm } from "./provider-form";
import type { ProviderValues } from "./provider-values";
import type { Sso } from "./queries";

interface Options {
  initial: ProviderValues;
  input: (values: ProviderValues) => { body: { version: string | null; roleRules: unknown[] } };
  beforeSend: (values: ProviderValues) => boolean;
}

let options: Options;
let values: ProviderValues;
let failure: { code: string } | undefined;
let effects: (() => void)[] = [];
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
  useEffect: (run: () => void) => void effects.push(run),
  useEffectEvent: (run: () => void) => run,
}));
vi.mock("@/lib/api/client/form/use-contract-form", () => ({
  useContractForm: (_: string, given: Options) => {
    options = given;
    values ??= given.initial;
    const reset = (next: ProviderValues) => {
      values = next;
    };
    const clearFailure = () => {
      failure = undefined;
    };
    return { values, failure, reset, clearFailure, field: () => ({}) };
  },
}));
vi.mock("./use-fresh-sso", () => ({
  useFreshSso: (of: typeof failure) => of?.code === "SSO_CHANGED",
}));
vi.mock("@/components/ui/toaster", () => ({ toast: vi.fn() }));

const sso = (version: string, role: string) =>
  ({
    connection: {
      ...{ issuer: "https://login.example", clientId: "cards", roleClaim: "groups", version },
      roleRules: [{ value: "contractors", role }],
    },
  }) as unknown as Sso;

/** Renders the form, and runs its effects. */
function show(data: Sso) {
  effects = [];
  render(() => ProviderForm({ sso: data }));
  for (const run of effects) run();
}
test("a save that only the service refused shows what the other owner saved, and keeps what was typed", () => {
  const read = sso("1", "owner");
  show(read);
  values = { ...values, clientSecret: "new", password: "typed" };
  show(read);
  expect(options.beforeSend(values)).toBe(false);
  expect(options.input(values).body).toMatchObject({ version: "1" });
  failure = { code: "SSO_CHANGED" };
  show(read);
  expect(values).toMatchObject({ roleRules: "contractors = owner", password: "typed" });
  show(sso("2", "viewer"));
  expect(values).toMatchObject({
    ...{ roleRules: "contractors = viewer", clientSecret: "new", password: "" },
  });
  expect(failure).toBeUndefined();
  show(sso("2", "viewer"));
  expect(options.beforeSend(values)).toBe(false);
  expect(options.input(values).body).toMatchObject({ version: "2" });
});
