import { beforeEach, expect, test, vi } from "vitest";
import { propsOf, render, unmount } from "@/test/rendered";
import { LookupForm } from "./deposit-lookup";

interface Values {
  chain: string;
  txHash: string;
}
interface Options {
  initial: Values;
  beforeSend: (values: Values) => boolean;
  onDone: (finding: object) => void;
}

let options: Options;
let values: Values | undefined;
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
}));
vi.mock("@/lib/api/client/form/use-contract-form", () => ({
  useContractForm: (_: string, given: Options) => {
    options = given;
    values ??= given.initial;
    return { values, field: () => ({}) };
  },
}));
vi.mock("./queries", () => ({ useProfile: () => ({ data: undefined }) }));

const FINDING = { code: "credited", text: "It was credited." };
const shown = () => render(() => LookupForm());
const finding = () => propsOf(shown(), (props) => "finding" in props).finding;

/** Types a hash and looks it up. */
function lookUp(txHash: string): void {
  values = { chain: "base", txHash };
  shown();
  options.beforeSend(values);
  options.onDone(FINDING);
}

beforeEach(() => {
  unmount();
  values = undefined;
});

test("the finding about a transaction is shown with its hash", () => {
  lookUp("0x1");
  expect(finding()).toBe(FINDING);
});

test("the finding disappears when another hash or network is typed", () => {
  lookUp("0x1");
  values = { chain: "base", txHash: "0x2" };
  expect(finding).toThrow();
  values = { chain: "polygon", txHash: "0x1" };
  expect(finding).toThrow();
});
